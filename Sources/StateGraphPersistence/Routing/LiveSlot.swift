import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// A live query, or one relationship of one row: a destination of the router.
///
/// The thread that holds the write lock calls both functions. They call no user code.
protocol LiveSlot: AnyObject, Sendable {
  /// Every evaluation that has read the slot depends on this signal.
  var signal: Signal { get }

  /// Receives a row that was inserted, deleted or changed and that one of the slot's routes
  /// matches. Returns whether a later read may have another result.
  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool

  /// Makes the slot read its rows again, because any row may have changed.
  func reset(_ commit: CommitContext)
}

/// A slot with its routes.
final class RoutedSlot: Sendable {
  let slot: any LiveSlot
  let routes: [TableRoute]

  init(_ slot: any LiveSlot, _ routes: [TableRoute]) { (self.slot, self.routes) = (slot, routes) }
}

/// The condition on the rows of one table under which the router gives them to a slot.
struct TableRoute: Sendable {
  let table: TableSchema
  let route: Route

  init(_ route: Route, in table: TableSchema) { (self.route, self.table) = (route, table) }

  /// Creates a route for the rows that have these values in the template's columns.
  init(_ template: RouteTemplate, _ values: [SQLiteValue], in table: TableSchema) {
    self.init(Route(template: template, values: values), in: table)
  }
}
