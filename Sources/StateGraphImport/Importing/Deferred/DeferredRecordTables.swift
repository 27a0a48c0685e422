import StateGraphSQLite

/// The tables of the database file that store deferred records until all inputs are read.
///
/// The tables exist only while they contain records.
enum DeferredRecordTables {
  static let records = "stategraph_import_records"
  static let forms = "stategraph_import_forms"

  static func exist(on connection: Connection) throws(DatabaseError) -> Bool {
    try LeftoverTable(name: records, connection: connection).exists()
  }

  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: forms) (
        id INTEGER PRIMARY KEY NOT NULL, run TEXT NOT NULL, members TEXT NOT NULL
      ) STRICT
      """
    )
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: records) (
        id INTEGER PRIMARY KEY NOT NULL,
        run TEXT NOT NULL,
        input INTEGER NOT NULL,
        target TEXT NOT NULL,
        key BLOB NOT NULL,
        form INTEGER NOT NULL,
        file TEXT NOT NULL,
        line INTEGER NOT NULL,
        position INTEGER NOT NULL,
        byte INTEGER NOT NULL,
        rejected INTEGER NOT NULL,
        raw BLOB NOT NULL
      ) STRICT
      """
    )
    try connection.run(
      """
      CREATE INDEX IF NOT EXISTS main.stategraph_import_records_by_key
      ON \(table: records) (run, target, key, input)
      """
    )
  }

  /// Removes the deferred records of one import. Drops the tables if no records are left in them.
  ///
  /// - Parameters:
  ///   - run: The fingerprint of the import.
  ///   - first: The index of the first input whose records are removed. The records of earlier
  ///     inputs stay.
  ///   - connection: The connection of the import.
  static func remove(
    run: String,
    inputsFrom first: Int = 0,
    on connection: Connection
  ) throws(DatabaseError) {
    guard try exist(on: connection) else { return }
    let table = LeftoverTable(name: records, connection: connection)
    if try table.delete(where: "run = \(run) AND input >= \(first)") {
      try connection.run("DROP TABLE main.\(table: forms)")
    }
  }
}
