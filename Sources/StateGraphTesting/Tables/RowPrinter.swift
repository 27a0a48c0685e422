import StateGraphFixtures
import StateGraphFormats
import StateGraphNormalization
import StateGraphPersistence
import StateGraphSQLite

/// Converts the values of rows to text for expectations and their messages.
///
/// The text of a key is its label if a fixture has labelled the row. Different values have
/// different texts: for example, an empty text is printed as `""`, and NULL as `NULL`.
struct RowPrinter: Sendable {
  /// The largest number of bytes of a BLOB that are printed. Of a longer BLOB, the first bytes and
  /// the number of all bytes are printed.
  private static let blobLimit = 32

  let schema: LabelSchema
  let labels: LabelIndex

  /// Returns the table with a name. The name may be in another case than in the schema.
  ///
  /// - Throws: ``TestDatabaseError`` if the database has no such table.
  func table(_ name: String) throws -> TableSchema {
    if let table = schema.table(name) { return table }
    let nearest = FoldedName.nearest(to: name, among: schema.tableNames)
    throw TestDatabaseError(
      .misuse,
      "The database has no table \(printable(name)).",
      remedy: nearest.map { "The nearest is \(printable($0))." } ?? ""
    )
  }

  /// Returns the indices of the columns with these names in a table. A developer may write the name
  /// of a foreign key without `_id`.
  ///
  /// - Throws: ``TestDatabaseError`` if the table has no such column.
  func columns(_ names: [String], of table: TableSchema) throws -> [Int] {
    try names.map { name in
      if let index = table.columnIndex(name) ?? table.columnIndex(name + "_id") { return index }
      let nearest = FoldedName.nearest(to: name, among: table.columns.map(\.name))
      throw TestDatabaseError(
        .misuse,
        "The table \(table.name) has no column \(printable(name)).",
        remedy: nearest.map { "The nearest is \(printable($0))." } ?? ""
      )
    }
  }

  /// Returns the text for a value of a column.
  func text(_ value: SQLiteValue, column: Int, of table: TableSchema) -> String {
    if let target = schema.column(column, of: table.name),
      let label = labels.label(value, in: target.table)
    {
      return "@" + label
    }
    switch value {
    case .null: return "NULL"
    case .integer(let integer): return "\(integer)"
    case .real(let real): return "\(real)"
    case .text(let text):
      let isOfText = table.columns[column].affinity == .text
      return Self.needsQuotes(text, isOfText: isOfText) ? JSONEscape.quoted(text) : text
    case .blob(let bytes):
      let digits = bytes.prefix(Self.blobLimit)
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return "x'\(digits)'" + (bytes.count > Self.blobLimit ? " (\(bytes.count) bytes)" : "")
    }
  }

  /// Whether a text must be printed in double quotes, because a reader could otherwise take it for
  /// another value, such as a number, or for a separator of the table.
  private static func needsQuotes(_ text: String, isOfText: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return true
    }
    if !isOfText, Double(text) != nil { return true }
    return text == "NULL" || text.hasPrefix("x'") || "@\" ".unicodeScalars.contains(first)
      || last == " " || text.unicodeScalars.contains { $0 == "|" || $0.value < 32 }
  }
}

extension RowPrinter {
  /// Returns the primary key of an entity as text. If a fixture has labelled the row, the text is
  /// the label, such as `@ada`.
  func text(ofEntity entity: any Entity) -> String {
    let definition = type(of: entity)._$definition
    guard let table = schema.table(definition.table) else { return "\(entity)" }
    let texts = zip(definition.keyColumns, entity.rowKey.values).map { name, value in
      table.columnIndex(name).map { text(value, column: $0, of: table) } ?? "\(value)"
    }
    return texts.joined(separator: " ")
  }
}

extension Entity {
  /// The primary key of the entity, as the values of its key columns.
  var rowKey: RowKey { typedID.raw.rowKey }
}

/// Finds the label of a key: the name such as `ada` that a fixture gives to the row with this key.
/// Messages show the label in place of the key.
struct LabelIndex: Sendable {
  private let labels: [String: [SQLiteValue: String]]

  init(_ names: LabelNames, schema: LabelSchema) {
    var labels: [String: [SQLiteValue: String]] = [:]
    for table in schema.tableNames {
      guard let column = schema.key(of: table), column.isKey else { continue }
      for name in names.labels(of: table) {
        labels[table, default: [:]][column.form.key(name, in: table)] = name
      }
    }
    self.labels = labels
  }

  /// Returns the label of the row of `table` whose key is `value`, or nil if no fixture has
  /// labelled the row.
  func label(_ value: SQLiteValue, in table: String) -> String? { labels[table]?[value] }
}
