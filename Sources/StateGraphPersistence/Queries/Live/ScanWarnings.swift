import Logging
import StateGraphSQLite
import StateGraphThreads

/// Logs a warning if a live query scans a large table. Each commit that affects such a query may
/// repeat the scan.
///
/// Queries with the same SQL text cause only one warning.
final class ScanWarnings: Sendable {
  /// The SQL texts of the queries that ``check(_:in:)`` has checked. Each text is checked only
  /// once.
  private let checked = Guarded<Set<ByteText>>([])

  /// Logs a warning if the statement scans a large table. The warning names the missing index.
  ///
  /// For a new SQL text, this runs EXPLAIN QUERY PLAN. It also counts the rows of each scanned
  /// table, but stops at the configured limit.
  func check(_ statement: QueryStatement, in database: Database) {
    guard checked.withLock({ $0.insert(ByteText(statement.sql.text)).inserted }) else { return }
    do {
      let plan = try QueryPlan(statement, in: database)
      for source in statement.sources where plan.scannedAliases.containsBytes(of: source.alias) {
        try warn(of: source.columnsToIndex(sorts: plan.sorts), source, in: database)
      }
    } catch {
      database.configuration.logger.error("the plan of a live query could not be read: \(error)")
    }
  }

  private func warn(
    of columns: [String],
    _ source: QuerySource,
    in database: Database
  ) throws {
    // If the query has neither a condition nor an order, no index helps.
    guard !columns.isEmpty else { return }
    let limit = database.configuration.scanWarningRowCount
    let table = source.definition.table
    let rows = try database.rows(
      "SELECT count(*) FROM (SELECT 1 FROM \(table: table) LIMIT \(limit + 1))"
    )
    guard case .integer(let count)? = rows.first?[0], count > limit else { return }
    let name = IndexDefinition(columns).name(in: table)
    let index: SQL = "CREATE INDEX \(table: name) ON \(table: table) (\(columns: columns))"
    database.configuration.logger.warning(
      """
      A live query reads all of \(table), more than \(limit) rows, whenever it is read again. \
      An index would help: \(index.text)
      """
    )
  }
}

extension QuerySource {
  /// Returns the columns of the missing index, in the order of the index.
  ///
  /// The columns of equality conditions come first. Next comes one column of another comparison,
  /// such as `<`. If there is no such column, the columns of the query's order come next.
  fileprivate func columnsToIndex(sorts: Bool) -> [String] {
    let equal = matches.keys.sorted()
    let narrowed = narrowedColumns.first { matches[$0] == nil }.map { [$0] }
    let next = narrowed ?? (sorts || !equal.isEmpty ? orderColumns : [])
    let keys = definition.keyColumns
    let others = next.filter { matches[$0] == nil && !keys.containsBytes(of: $0.string) }
    return (equal + others).map(\.string)
  }
}
