import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Counts the different rows of each table that a nested export has written.
///
/// A row can be nested in several records. A temporary database contains the keys of the written
/// rows, so that each row counts only once. The export compares the counts with the tables to find
/// rows that it has not written.
///
/// Confined to the thread that runs the export.
final class ExportedRows {
  private let connection: Connection
  private var inserts: [Int: Statement] = [:]
  /// The indices of the tables of which the export writes every row as an outermost record.
  private var roots: Set<Int> = []

  init() throws(DatabaseError) {
    connection = try WriterConnection.open(.memory, mode: .dryRun)
    try connection.run("PRAGMA temp_store = FILE")
    try connection.run("PRAGMA temp.cache_size = -8000")
    try connection.run("PRAGMA temp.journal_mode = OFF")
    try connection.run("BEGIN")
  }

  func noteRoot(_ table: Int) { roots.insert(table) }

  /// Stores that a row was written.
  ///
  /// - Parameters:
  ///   - table: The index of the table in the import plan.
  ///   - key: The values that identify the row. Their number is the same for all rows of a table.
  func note(_ key: [SQLiteValue], of table: Int) throws(DatabaseError) {
    guard !roots.contains(table) else { return }
    var insert = inserts[table]
    if insert == nil { insert = try prepare(table, columnCount: key.count) }
    guard let insert else { return }
    for (index, value) in key.enumerated() { try insert.bind(value, at: index + 1) }
    try insert.run()
  }

  /// Returns the number of different rows of a table that were written.
  ///
  /// Returns nil if all rows were written as outermost records.
  func count(of table: Int) throws(DatabaseError) -> Int64? {
    guard !roots.contains(table) else { return nil }
    guard inserts[table] != nil else { return 0 }
    let name = Self.name(table)
    let count = try connection.firstValue("SELECT count(*) FROM temp.\(table: name)")
    guard case .integer(let rows)? = count else { return 0 }
    return rows
  }

  private func prepare(_ table: Int, columnCount: Int) throws(DatabaseError) -> Statement {
    let name = Self.name(table)
    let columns = (0..<columnCount).map { "k\($0)" }
    try connection.run(
      """
      CREATE TEMP TABLE \(table: name) (\(columns: columns), PRIMARY KEY (\(columns: columns)))
      WITHOUT ROWID
      """
    )
    let places = [SQL](repeating: "?", count: columnCount)
    let insert: SQL =
      "INSERT OR IGNORE INTO temp.\(table: name) VALUES (\(places, separator: ", "))"
    let statement = try connection.prepare(insert.text)
    inserts[table] = statement
    return statement
  }

  private static func name(_ table: Int) -> String { "rows_\(table)" }
}
