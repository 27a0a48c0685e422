import StateGraphPersistence

/// The logical content of a database and of its objects in memory at one moment.
struct DatabaseState {
  private let rows: DatabaseSnapshot
  private let schema: [String]
  private let commitCount: UInt64

  init(of database: Database, _ printer: RowPrinter) throws {
    rows = try DatabaseSnapshot(of: database, printer)
    schema = try database.fetchValues(
      String.self,
      "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1"
    )
    commitCount = database.commitNumber
  }

  /// Returns in which respects a later state differs, as sentences. Empty if it is the same.
  ///
  /// - Parameters:
  ///   - later: The later state.
  ///   - entities: The entities in memory at the time of `later`.
  func differences(
    from later: DatabaseState,
    entities: [LiveEntityValues]
  ) throws -> [String] {
    var found = try rows.changes(until: later.rows)
    if later.schema != schema { found.append("The schema has changed.") }
    if later.commitCount != commitCount {
      found.append("The graph has seen \(later.commitCount - commitCount) commits.")
    }
    return found + entities.flatMap { later.rows.differences(from: $0) }
  }
}
