import StateGraphFixtures
import StateGraphSQLite
import TestSupport

/// A database in memory with some tables, which a test fills with generated rows.
struct GeneratorScene {
  let connection: WriterConnection

  init(_ sql: String) throws {
    connection = try WriterConnection.open(.memory)
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.runScript(sql) { _ in }
  }

  /// Generates rows, and returns the error as text if there is one.
  func problem(
    rows: Int = 20,
    _ ofTables: [String: Int] = [:],
    seed: UInt64 = 1,
    own: OwnValues = OwnValues()
  ) -> String? {
    var counts = RowGenerator.Counts(each: rows)
    counts.ofTables = ofTables
    do {
      _ = try RowGenerator(connection, seed: seed, own: own).insertAll(counts)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The number of references to rows that do not exist.
  func danglingCount() throws -> Int { try connection.rows("PRAGMA foreign_key_check").count }

  func values(_ sql: SQL) throws -> [SQLiteValue] { try connection.rows(sql).map { $0[0] } }

  func count(_ table: String) throws -> Int {
    guard
      case .integer(let count)? = try connection.firstValue(
        "SELECT count(*) FROM \(table: table)"
      )
    else { return 0 }
    return Int(count)
  }

  /// All rows of all tables as text.
  func content() throws -> String {
    var lines: [String] = []
    for table in try SchemaReader(connection).tables() {
      for row in try connection.rows("SELECT * FROM \(table: table.name)") {
        lines.append("\(table.name): \(row.values)")
      }
    }
    return lines.joined(separator: "\n")
  }
}
