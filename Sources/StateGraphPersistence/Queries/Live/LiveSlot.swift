import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// What the router finds: one live query, or one relationship of one row.
protocol LiveSlot: AnyObject, Sendable {
  /// Whoever has read the slot depends on it.
  var signal: Signal { get }

  /// A row that the slot's templates ask for has come, gone or changed. Returns whether what was
  /// read of the slot may differ from now on. For the holder of the turn; no user code.
  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool

  /// Anything may have changed. For the holder of the turn; no user code.
  func reset(_ commit: CommitContext)
}

/// A live query whose rows are kept.
protocol RowsLiveSlot: LiveSlot {
  /// The rows as of the newest published commit, or of one that is just being published: the
  /// evaluation that asks is then repeated.
  func rows() throws -> SlotRows
}

/// A slot with its places in the router.
final class RoutedSlot: Sendable {
  let slot: any LiveSlot
  let routes: [SlotRoute]

  init(_ slot: any LiveSlot, _ routes: [SlotRoute]) { (self.slot, self.routes) = (slot, routes) }
}

/// Where the router finds a slot, for one of the tables that it reads.
struct SlotRoute: Sendable {
  let table: TableSchema
  let route: Route

  init(_ route: Route, in table: TableSchema) { (self.route, self.table) = (route, table) }

  /// By the values of some columns.
  init(_ template: RouteTemplate, _ values: [SQLiteValue], in table: TableSchema) {
    self.init(Route(template: template, values: values), in: table)
  }
}
