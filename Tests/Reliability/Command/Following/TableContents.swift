import StateGraphSQLite

/// The rows of all tables, except the library's own tables.
struct TableContents {
  var tables: [String: [RowKey: RowImage]] = [:]

  init() {}

  /// Reads the tables on this thread. Call it in a transaction, or while nothing writes.
  init(of database: Database) throws {
    for name in try TableContents.names(in: database) {
      tables[name] = try TableContents.rows(of: name, in: database)
    }
  }

  static func names(in database: Database) throws -> [String] {
    let rows = try database.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table'
        AND substr(name, 1, 7) <> 'sqlite_' AND substr(name, 1, 11) <> 'stategraph_'
      """
    )
    return rows.compactMap { row in
      if case .text(let name) = row[0] { name } else { nil }
    }
  }

  static func rows(of name: String, in database: Database) throws -> [RowKey: RowImage] {
    guard let table = try database.table(name) else { throw Violation("there is no table \(name)") }
    let columns: SQL = "\(columns: table.columns.map(\.name))"
    let keys = table.primaryKey.compactMap { table.columnIndex($0) }
    var found: [RowKey: RowImage] = [:]
    if keys.isEmpty {
      for row in try database.rows("SELECT rowid, \(columns) FROM \(table: name)") {
        found[RowKey(row[0])] = RowImage(row.values.dropFirst())
      }
    } else {
      for row in try database.rows("SELECT \(columns) FROM \(table: name)") {
        found[RowKey(keys.map { row[$0] })] = RowImage(row.values)
      }
    }
    return found
  }

  /// The first row in which two contents differ, or nil. Values with different storage classes
  /// differ.
  func difference(from other: TableContents) -> String? {
    guard Set(tables.keys) == Set(other.tables.keys) else {
      return "tables \(tables.keys.sorted()) and \(other.tables.keys.sorted())"
    }
    for (name, rows) in tables {
      let others = other.tables[name] ?? [:]
      for key in Set(rows.keys).union(others.keys)
      where !TableContents.isSame(rows[key], others[key]) {
        let (left, right) = (TableContents.text(rows[key]), TableContents.text(others[key]))
        return "a row of \(name), \(left) and \(right)"
      }
    }
    return nil
  }

  /// The values of a row in SQL notation, for messages.
  static func text(_ image: RowImage?) -> String {
    guard let image else { return "none" }
    let values = image.map { value in
      switch value {
      case .null: "NULL"
      case .integer(let integer): "\(integer)"
      case .real(let real): "\(real)"
      case .text(let text): "'\(text)'"
      case .blob(let bytes): "\(bytes.count) bytes"
      }
    }
    return "(\(values.joined(separator: ", ")))"
  }

  /// - Parameter ignored: The indexes of the columns that may differ.
  static func isSame(_ left: RowImage?, _ right: RowImage?, but ignored: Set<Int> = []) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count
      && left.indices.allSatisfy { ignored.contains($0) || left.isIdentical(at: $0, to: right) }
  }
}
