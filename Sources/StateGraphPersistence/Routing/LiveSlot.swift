import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The result in memory of a live query, or of a relationship of one row. The slot receives the
/// changed rows of each commit that can affect the result.
///
/// The thread that holds the write lock calls ``receive(_:in:)`` and ``reset(_:)``. These methods
/// must call no user code.
protocol LiveSlot: AnyObject, Sendable {
  /// The graph node that represents the result. Every node that reads the result depends on it.
  var signal: Signal { get }

  /// Receives a row that a commit has inserted, deleted or changed.
  ///
  /// The row matches one of the slot's registered routes (conditions on rows).
  ///
  /// - Returns: Whether a later read may return a different result.
  func receive(_ change: RowChange, in commit: CommitContext) -> Bool

  /// Makes the next read load the rows from the file again.
  ///
  /// Called if a commit may have changed any row, for example after a change of the schema.
  func reset(_ commit: CommitContext)
}

/// A receiver of changed rows, and the conditions (routes) that select the rows for it.
final class RoutedSlot: Sendable {
  let slot: any LiveSlot
  let routes: [TableRoute]

  init(_ slot: any LiveSlot, routes: [TableRoute]) { (self.slot, self.routes) = (slot, routes) }
}

/// A route: the condition on a changed row of one table that decides whether a live result receives
/// the row.
struct TableRoute: Sendable {
  let table: TableSchema
  let route: RowRoute

  init(_ route: RowRoute, in table: TableSchema) { (self.route, self.table) = (route, table) }

  /// Creates a route for the rows that have these values in the match columns of the template.
  ///
  /// - Parameters:
  ///   - template: The table, and the names of its match columns.
  ///   - values: The values, in the order of the match columns.
  ///   - table: The schema of the table.
  init(_ template: RouteTemplate, values: [SQLiteValue], in table: TableSchema) {
    self.init(RowRoute(template: template, values: values), in: table)
  }
}
