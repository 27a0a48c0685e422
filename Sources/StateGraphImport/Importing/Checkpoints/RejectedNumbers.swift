import StateGraphSQLite

/// Stores the numbers of rejected records in the database file, if an import commits in batches.
///
/// A resumed import reads the records before its checkpoint again to collect their keys. It must
/// ignore the keys of rejected records, because these records were not imported.
struct RejectedNumbers {
  private static let name = "stategraph_import_rejects"
  private let run: String
  private let connection: Connection

  init(run: String, on connection: Connection) {
    self.run = run
    self.connection = connection
  }

  func insert(_ record: Int, ofInput input: Int) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: Self.name) (
        run TEXT NOT NULL, input INTEGER NOT NULL, record INTEGER NOT NULL,
        PRIMARY KEY (run, input, record)
      ) STRICT, WITHOUT ROWID
      """
    )
    try connection.run(
      "INSERT OR IGNORE INTO main.\(table: Self.name) VALUES (\(run), \(input), \(record))"
    )
  }

  func contains(_ record: Int, ofInput input: Int) throws(DatabaseError) -> Bool {
    guard try table.exists() else { return false }
    return try connection.firstValue(
      """
      SELECT 1 FROM main.\(table: Self.name)
      WHERE run = \(run) AND input = \(input) AND record = \(record)
      """
    ) != nil
  }

  /// Removes the numbers of rejected records for all inputs with the index `first` or greater.
  ///
  /// Drops the table if no rows are left in it.
  func removeAll(inputsFrom first: Int = 0) throws(DatabaseError) {
    try table.delete(where: "run = \(run) AND input >= \(first)")
  }

  private var table: LeftoverTable { LeftoverTable(name: Self.name, connection: connection) }
}
