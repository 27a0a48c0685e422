import StateGraphSQLite

/// Stores the numbers of the records that an import in batches has rejected.
///
/// A resumed import skips the records that were read before, and notes their keys to detect a
/// repeated key. It must not note the keys of rejected records, because these were not imported.
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

  /// Removes the numbers of all inputs from `first` on. Drops the table if it is empty afterwards.
  func removeAll(inputsFrom first: Int = 0) throws(DatabaseError) {
    try table.delete(where: "run = \(run) AND input >= \(first)")
  }

  private var table: LeftoverTable { LeftoverTable(name: Self.name, connection: connection) }
}
