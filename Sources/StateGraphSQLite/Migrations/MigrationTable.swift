/// The table in the database file that lists the applied migrations. Each migration has one row.
package enum MigrationTable {
  package static let name = LibraryTable.migrations

  package struct Applied: Sendable, Equatable {
    package let version: Int
    package let name: String
    package let fingerprint: String
    /// The UTC time at which the migration was applied, as ISO 8601 text. Only people read this
    /// text.
    package let appliedAt: String
  }

  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS \(table: name) (
        version INTEGER PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        applied_at TEXT NOT NULL
      ) STRICT
      """
    )
  }

  static func record(_ migration: Migration, on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO \(table: name) (version, name, sha256, applied_at)
      VALUES (\(migration.version), \(migration.name), \(migration.fingerprint),
        strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      """
    )
  }

  /// Replaces the stored name and fingerprint of an applied migration.
  static func correct(_ migration: Migration, on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE \(table: name) SET name = \(migration.name), sha256 = \(migration.fingerprint)
      WHERE version = \(migration.version)
      """
    )
  }

  static func forget(_ version: Int, on connection: Connection) throws(DatabaseError) {
    try connection.run("DELETE FROM \(table: name) WHERE version = \(version)")
  }

  /// Returns the applied migrations, sorted by number.
  ///
  /// The result is empty if the file has no migration table.
  package static func applied(on connection: Connection) throws(DatabaseError) -> [Applied] {
    let exists = try connection.firstValue(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = \(name)"
    )
    guard exists != nil else { return [] }
    let rows = try connection.rows(
      "SELECT version, name, sha256, applied_at FROM \(table: name) ORDER BY version"
    )
    return rows.compactMap { row in
      guard case .integer(let version) = row[0], case .text(let name) = row[1],
        case .text(let fingerprint) = row[2], case .text(let appliedAt) = row[3]
      else { return nil }
      return Applied(
        version: Int(version),
        name: name,
        fingerprint: fingerprint,
        appliedAt: appliedAt
      )
    }
  }
}
