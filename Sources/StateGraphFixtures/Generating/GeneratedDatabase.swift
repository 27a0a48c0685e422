import StateGraphSQLite

/// Fills the tables of a database file with generated rows, in one transaction.
package struct GeneratedDatabase {
  /// The version of the generator. Increase this number when a change of the generator makes other
  /// rows from the same seed, so that prepared databases are made again.
  package static let format = 1

  private let path: String
  private let seed: UInt64
  private let own: OwnValues

  /// - Parameters:
  ///   - path: The path of the file. It must have its tables, and no other connection may have it
  ///     open.
  ///   - seed: The seed of the rows.
  ///   - own: The developer's own values for columns whose values the generator cannot find.
  package init(_ path: String, seed: UInt64, own: OwnValues = OwnValues()) {
    self.path = path
    self.seed = seed
    self.own = own
  }

  /// Generates and inserts the rows.
  ///
  /// - Returns: The number of rows of each table. A table comes after the tables to which it
  ///   refers.
  /// - Throws: ``GenerationError`` with the rule that cannot be satisfied; `DatabaseError` for an
  ///   error of SQLite or of the file.
  package func fill(_ counts: RowGenerator.Counts) throws -> [(table: String, count: Int)] {
    let connection = try WriterConnection.open(DatabaseLocation(path: path), mode: .existing)
    // If tables refer to each other in a cycle, some rows refer to rows that are inserted later.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.beginWrite()
    let report = try RowGenerator(connection, seed: seed, own: own).insertAll(counts)
    let dangling = try connection.rows("PRAGMA foreign_key_check")
    if let row = dangling.first, case .text(let table) = row[0], case .text(let parent) = row[2] {
      throw GenerationError(
        "a row of \(table) refers to no row of \(parent)",
        remedy: "Write the rows of \(table) as a fixture"
      )
    }
    try connection.commitWrite()
    return report
  }
}
