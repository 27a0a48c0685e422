import StateGraphPersistence

/// The rows, the schema and the number of commits of a database at one moment.
///
/// ``DatabaseFaults/expectUnchanged(fileID:filePath:line:column:)`` compares the state before a
/// fault with the state after it.
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

  /// Returns one sentence for each difference between this state and a later one. Empty if nothing
  /// has changed.
  ///
  /// - Parameters:
  ///   - later: The later state.
  ///   - entities: The values of the entities in memory, read together with `later`. Each entity
  ///     must have the values of its row.
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
