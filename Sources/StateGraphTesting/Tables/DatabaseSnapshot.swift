import StateGraphFixtures
import StateGraphPersistence

/// A copy of all rows of a database at one moment. Two snapshots show which rows a piece of code
/// has changed.
struct DatabaseSnapshot {
  private let rows: [String: [RowKey: [SQLiteValue]]]
  private let printer: RowPrinter

  init(of database: Database, _ printer: RowPrinter) throws {
    self.printer = printer
    rows = try database.read {
      var rows: [String: [RowKey: [SQLiteValue]]] = [:]
      for name in printer.schema.tableNames {
        rows[name] = try Self.rows(of: printer.table(name), in: database)
      }
      return rows
    }
  }

  private static func rows(
    of table: TableSchema,
    in database: Database
  ) throws -> [RowKey: [SQLiteValue]] {
    let names = table.columns.map(\.name)
    let keys = table.primaryKey.compactMap { table.columnIndex($0) }
    // A table without a primary key always has rowids, which identify its rows.
    let rowID = table.rowIDName ?? "rowid"
    let sql: SQL =
      keys.isEmpty
      ? "SELECT \(column: rowID), \(columns: names) FROM \(table: table.name)"
      : "SELECT \(columns: names) FROM \(table: table.name)"
    var rows: [RowKey: [SQLiteValue]] = [:]
    for row in try database.rows(sql) {
      if keys.isEmpty {
        rows[RowKey(row.values[0])] = Array(row.values.dropFirst())
      } else {
        rows[RowKey(keys.map { row.values[$0] })] = row.values
      }
    }
    return rows
  }

  /// Returns the changes between this snapshot and a later one, as one line for each changed row.
  /// The lines are sorted by table and key.
  func changes(until later: DatabaseSnapshot) throws -> [String] {
    var lines: [String] = []
    for name in printer.schema.tableNames {
      let table = try printer.table(name)
      let (old, new) = (rows[name] ?? [:], later.rows[name] ?? [:])
      var changed: [String] = []
      for (key, values) in new where old[key] == nil {
        changed.append(line("+", table: table, key: key, details: details(values, of: table)))
      }
      for (key, values) in old where new[key] == nil {
        changed.append(line("-", table: table, key: key, details: details(values, of: table)))
      }
      for (key, values) in new {
        guard let before = old[key], before != values else { continue }
        let differences = table.columns.indices.filter { before[$0] != values[$0] }.map {
          "\(table.columns[$0].name): \(printer.text(before[$0], column: $0, of: table)) → "
            + printer.text(values[$0], column: $0, of: table)
        }
        changed.append(line("~", table: table, key: key, details: differences))
      }
      lines += changed.sorted { $0.dropFirst() < $1.dropFirst() }
    }
    return lines
  }

  /// Compares an entity in memory with its row in the snapshot. Returns one sentence for each
  /// column that differs.
  func differences(from entity: LiveEntityValues) -> [String] {
    guard let table = try? printer.table(entity.table) else { return [] }
    let name = line("In memory,", table: table, key: entity.key, details: [])
    guard let row = rows[table.name]?[entity.key] else { return ["\(name) is no row."] }
    return entity.values.compactMap { column, value in
      guard let index = table.columnIndex(column), row[index] != value else { return nil }
      let texts = [value, row[index]].map { printer.text($0, column: index, of: table) }
      return "\(name) has \(column): \(texts[0]), and the file has \(texts[1])."
    }
  }

  private func line(
    _ sign: String,
    table: TableSchema,
    key: RowKey,
    details: [String]
  ) -> String {
    let columns = table.primaryKey.compactMap { table.columnIndex($0) }
    let texts =
      columns.isEmpty
      ? ["row \(key.values[0])"]
      : zip(columns, key.values).map { printer.text($1, column: $0, of: table) }
    let start = "\(sign) \(table.name) \(texts.joined(separator: " "))"
    return details.isEmpty ? start : "\(start) | \(details.joined(separator: ", "))"
  }

  /// Returns the values of a new or deleted row as text, without its key and without NULL.
  private func details(_ values: [SQLiteValue], of table: TableSchema) -> [String] {
    let keys = table.primaryKey.compactMap { table.columnIndex($0) }
    return table.columns.indices.filter { !keys.contains($0) && values[$0] != .null }.map {
      "\(table.columns[$0].name): \(printer.text(values[$0], column: $0, of: table))"
    }
  }
}
