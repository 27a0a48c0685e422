import StateGraphFormats
import StateGraphSQLite

/// The rows that a request wants: conditions of a form, and an SQL expression.
struct RowFilter: Sendable {
  private enum Comparison: String {
    case equal = "is"
    case different = "isNot"
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    case contains, starts
  }

  private struct Condition: Sendable {
    let column: String
    let comparison: Comparison
    let value: WholeValue
  }

  private let conditions: [Condition]
  private let expression: String?
  /// A text that any column contains.
  private let search: String?
  /// A query of a full-text table.
  private let match: String?

  /// Takes the member `filter` of a request.
  init(_ object: inout RequestObject) throws(StudioError) {
    guard var filter = try object.optionalObject("filter") else {
      (conditions, expression, search, match) = ([], nil, nil, nil)
      return
    }
    var conditions: [Condition] = []
    for value in try filter.optionalArray("conditions") ?? [] {
      var element = try RequestObject(value)
      let column = try element.text("column")
      guard let comparison = Comparison(rawValue: try element.text("operator")),
        let value = element.value("value"), conditions.count < 32
      else { throw .invalidRequest }
      conditions.append(
        Condition(column: column, comparison: comparison, value: try WholeValue(value))
      )
      try element.requireEnd()
    }
    self.conditions = conditions
    expression = try filter.optionalText("sql")
    search = try filter.optionalText("search")
    match = try filter.optionalText("match")
    try filter.requireEnd()
  }

  var isEmpty: Bool {
    conditions.isEmpty && expression == nil && search == nil && match == nil
  }

  /// Whether the user typed a part of the condition, so that errors of SQLite concern the user.
  var hasExpression: Bool { expression != nil || match != nil }

  /// Runs `body`. An error of SQLite about SQL of the user has SQLite's message.
  func explainingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError where hasExpression {
      guard [.invalidSQL, .misuse, .tooBig, .typeMismatch].contains(error.code) else { throw error }
      throw StudioError.sql(error.message, remedy: error.remedy, offset: nil)
    }
  }

  /// Returns the condition as SQL, or nil if all rows are wanted.
  func sql(of table: StudioTable) throws(StudioError) -> SQL? {
    var parts: [SQL] = []
    for condition in conditions { parts.append(try sql(condition, table: table)) }
    if let search { parts.append(RowFilter.search(search, in: table)) }
    if let match { parts.append("\(column: table.schema.name) MATCH \(match)") }
    if let expression {
      // The line feed ends a comment of the expression.
      parts.append("(" + SQL.raw(expression) + "\n)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  private static func search(_ text: String, in table: StudioTable) -> SQL {
    let search = TextSearch(text: text)
    // The bytes of a blob are no text. Writing each number as a text takes most of the time.
    let test: SQL = search.isPartOfNumber ? "<> 'blob'" : "= 'text'"
    let columns = table.schema.columns.map { column -> SQL in
      let name: SQL = "\(column: column.name)"
      return "(typeof(\(name)) \(test) AND \(search.condition(name)))"
    }
    return "(" + columns.joined(separator: " OR ") + ")"
  }

  private func sql(_ condition: Condition, table: StudioTable) throws(StudioError) -> SQL {
    let isRowID = table.key.contains { $0.name.utf8.elementsEqual(condition.column.utf8) }
    let name = isRowID ? condition.column : try table.column(condition.column).name
    let value = condition.value.sql
    switch condition.comparison {
    case .equal: return "\(column: name) IS \(value)"
    case .different: return "\(column: name) IS NOT \(value)"
    case .less: return "\(column: name) < \(value)"
    case .atMost: return "\(column: name) <= \(value)"
    case .greater: return "\(column: name) > \(value)"
    case .atLeast: return "\(column: name) >= \(value)"
    case .contains, .starts:
      guard case .value(.text(let text)) = condition.value else { throw .invalidRequest }
      let search = TextSearch(text: text, isAtStart: condition.comparison == .starts)
      return search.condition("\(column: name)")
    }
  }
}
