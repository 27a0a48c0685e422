import StateGraphSQLite

/// Fills a database file with generated rows, in one transaction.
package struct GeneratedDatabase {
  /// Increase this number if the same seed leads to other rows.
  package static let format = 1

  private let path: String
  private let seed: UInt64
  private let own: OwnValues

  /// - Parameters:
  ///   - path: The file, which has its tables and which nobody else has open.
  ///   - seed: The seed of the rows.
  ///   - own: The values that the developer gives for columns.
  package init(_ path: String, seed: UInt64, own: OwnValues = OwnValues()) {
    self.path = path
    self.seed = seed
    self.own = own
  }

  /// Generates the rows.
  ///
  /// - Returns: The number of rows of each table, parents first.
  /// - Throws: ``GenerationError`` with the rule that cannot be satisfied. The errors of SQLite.
  package func fill(_ counts: RowGenerator.Counts) throws -> [(table: String, count: Int)] {
    let connection = try WriterConnection.open(DatabaseLocation(path: path), mode: .existing)
    // The rows of a cycle of tables refer to later rows.
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
