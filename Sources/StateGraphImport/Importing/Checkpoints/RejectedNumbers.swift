import StateGraphSQLite

/// The numbers of the records that an import in batches has rejected.
///
/// When the import is resumed, the keys of all other records count as used by their input, so that
/// a repeated key is still noticed. The keys of rejected records do not.
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

  /// Removes the numbers of the inputs from `first` on. Drops the table with the last number.
  func removeAll(inputsFrom first: Int = 0) throws(DatabaseError) {
    try table.delete(where: "run = \(run) AND input >= \(first)")
  }

  private var table: LeftoverTable { LeftoverTable(name: Self.name, connection: connection) }
}
