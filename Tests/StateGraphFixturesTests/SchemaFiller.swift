import StateGraphSQLite
import TestSupport

/// Fills the tables of any schema with random rows whose references are complete.
struct SchemaFiller {
  static let texts = [
    "", "@ada", "a\u{0}b", "é", "e\u{301}", "007", "'quoted'", "line\nfeed", "Zürich", "0",
  ]

  private let tables: [TableSchema]
  private let rowCount: Int
  private var random: SeededRandom
  private let texts: [String]

  init(
    _ tables: [TableSchema],
    rowCount: Int,
    random: SeededRandom,
    texts: [String] = Self.texts
  ) {
    (self.tables, self.rowCount, self.random) = (tables, rowCount, random)
    self.texts = texts
  }

  /// Inserts rows into every table. A row that violates a constraint is left out.
  mutating func fill(_ connection: Connection) throws {
    // Tables that refer to other tables are filled after them. A cycle is filled in two rounds.
    for _ in 0..<tables.count {
      for table in tables {
        let count = try connection.firstValue("SELECT count(*) FROM \(table: table.name)")
        if case .integer(let count)? = count, count > 0 { continue }
        for _ in 0..<rowCount { try insert(into: table, connection) }
      }
    }
  }

  private mutating func insert(into table: TableSchema, _ connection: Connection) throws {
    let columns = table.columns.filter { $0.generation == .none }
    var values: [String: SQLiteValue] = [:]
    for column in columns {
      let isKey = table.primaryKey.contains(column.name)
      values[column.name] = value(column, isKey: isKey)
    }
    for key in table.foreignKeys {
      let isOptional = key.columns.allSatisfy { name in
        table.column(name).map { !$0.isNotNull } ?? false && !table.primaryKey.contains(name)
      }
      let parent = try connection.rows(
        """
        SELECT \(columns: key.referencedColumns) FROM \(table: key.referencedTable)
        ORDER BY \(columns: key.referencedColumns)
        """
      )
      if parent.isEmpty, !isOptional { return }
      let isNull = parent.isEmpty || (isOptional && Int.random(in: 0..<4, using: &random) == 0)
      let row = parent.randomElement(using: &random)
      for (index, column) in key.columns.enumerated() {
        values[column] = isNull ? .null : row?[index]
      }
    }
    let names = columns.map(\.name)
    let places = names.map { name in SQL(text: "?", bindings: [values[name] ?? .null]) }
    try connection.run(
      """
      INSERT OR IGNORE INTO \(table: table.name) (\(columns: names))
      VALUES (\(places, separator: ", "))
      """
    )
  }

  private mutating func value(_ column: ColumnSchema, isKey: Bool) -> SQLiteValue {
    if !column.isNotNull, !isKey, Int.random(in: 0..<5, using: &random) == 0 { return .null }
    switch column.affinity {
    case .integer: return .integer(Int64.random(in: 1...500, using: &random))
    case .real: return .real(Double(Int.random(in: -9...99, using: &random)) / 4)
    case .numeric:
      // Two different dates are at least 1,461 days apart. A mask moves a date by at most 730 days,
      // so no masked date equals an original one by chance.
      return .text("\(1604 + 4 * Int.random(in: 0..<200, using: &random))-03-01")
    case .blob: return .blob([UInt8.random(in: 0...255, using: &random), 0])
    case .text:
      let text = texts.randomElement(using: &random) ?? ""
      return .text(isKey ? text + String(Int.random(in: 0...999, using: &random)) : text)
    }
  }
}
