import StateGraphFormats
import StateGraphSQLite

/// The temporary SQLite database of an inference. Its tables contain the values of the inputs, so
/// that SQL can compare them. SQLite moves large tables to an unnamed file, which disappears when
/// the connection closes.
final class StagingArea {
  /// The maximum number of temporary tables for records. Each path of nested members needs one. An
  /// input with more paths probably has ids as member names.
  static let maximumTables = 1_000

  let connection: Connection
  /// Whether the tables get the records of the inputs. If not, every query fails.
  var storesRows = true
  /// Whether an earlier inference of the same inputs needed a query.
  var mustStoreRows = false
  /// Whether a query has failed because the tables have no records.
  private(set) var lacksRows = false
  private var tableCount = 0

  init() throws(ImportError) {
    do {
      connection = try WriterConnection.open(.memory, mode: .dryRun)
      try connection.run("PRAGMA temp_store = FILE")
      try connection.run("PRAGMA temp.cache_size = -16000")
      try connection.run("PRAGMA temp.journal_mode = OFF")
      try connection.run("BEGIN")
    } catch {
      throw ImportError(
        .database,
        "the temporary database for comparing values cannot be created",
        cause: error
      )
    }
  }

  func makeTable() throws(ImportError) -> StagingTable {
    guard tableCount < Self.maximumTables else {
      throw ImportError(
        .unsupportedSchema,
        "the records have nested objects under more than \(Self.maximumTables) different paths",
        remedy: "If the names are ids, pass the member that contains the records: --root"
      )
    }
    tableCount += 1
    return try StagingTable("records_\(tableCount)", on: connection)
  }

  /// Creates a temporary table with the distinct values that several queries return, and returns
  /// its name.
  func makeKeys(_ parts: [SQL]) throws(ImportError) -> String {
    tableCount += 1
    let name = "keys_\(tableCount)"
    try requireRows()
    try reading { () throws(DatabaseError) in
      try connection.run("CREATE TEMP TABLE \(table: name) (value PRIMARY KEY) WITHOUT ROWID")
      for part in parts {
        try connection.run("INSERT OR IGNORE INTO temp.\(table: name) \(part)")
      }
    }
    return name
  }

  private func requireRows() throws(ImportError) {
    guard !storesRows else { return }
    lacksRows = true
    throw ImportError(.database, "the values of the records were not stored")
  }

  func count(_ sql: SQL) throws(ImportError) -> Int64 {
    try requireRows()
    let value = try reading { () throws(DatabaseError) in try connection.firstValue(sql) }
    if case .integer(let count) = value { return count }
    return 0
  }

  func reading<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(ImportError) -> Result {
    do {
      return try body()
    } catch {
      throw ImportError(error)
    }
  }
}
