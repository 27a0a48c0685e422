import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Counts the different rows of each table that a nested export has written. The export compares
/// the counts with the tables to find rows that it has not written.
///
/// One row can be nested in several records. To count each row once, this object stores the keys of
/// the written rows in a temporary database. Only the thread that runs the export uses it.
final class ExportedRows {
  private let connection: Connection
  private var inserts: [Int: Statement] = [:]
  /// The indices of the tables whose rows the export writes as outermost records. All of their rows
  /// are written, so they need no counting.
  private var roots: Set<Int> = []

  init() throws(DatabaseError) {
    connection = try WriterConnection.open(.memory, mode: .dryRun)
    try connection.run("PRAGMA temp_store = FILE")
    try connection.run("PRAGMA temp.cache_size = -8000")
    try connection.run("PRAGMA temp.journal_mode = OFF")
    try connection.run("BEGIN")
  }

  func noteRoot(_ table: Int) { roots.insert(table) }

  /// Records that the export has written a row. A second call for the same row has no effect.
  ///
  /// - Parameters:
  ///   - table: The index of the table in the import plan.
  ///   - key: The values that identify the row. All rows of a table have the same number of values.
  func note(_ key: [SQLiteValue], of table: Int) throws(DatabaseError) {
    guard !roots.contains(table) else { return }
    var insert = inserts[table]
    if insert == nil { insert = try prepare(table, columnCount: key.count) }
    guard let insert else { return }
    for (index, value) in key.enumerated() { try insert.bind(value, at: index + 1) }
    try insert.run()
  }

  /// Returns the number of different rows of a table that were written. Returns nil if the export
  /// writes all rows of the table as outermost records.
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
