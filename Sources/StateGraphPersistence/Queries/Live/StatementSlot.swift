import StateGraphCore
import StateGraphLive
import StateGraphSQLite

/// The slot (a result in memory) of a hand-written live SELECT. The slot keeps no rows.
///
/// Only SQLite can compute the result of the SELECT. A change of a row that the SELECT may have
/// read invalidates the nodes of the result. The next read of a node then runs the SELECT again.
final class StatementSlot: LiveSlot {
  let signal: Signal

  init(named name: SignalName) { signal = Signal(keeping: name) }

  func receive(_ change: RowChange, in commit: CommitContext) -> Bool { true }

  func reset(_ commit: CommitContext) {}

  /// Registers the slot for the changes of each column and table that the SELECT reads.
  func registration(for reads: StatementReads, in graph: DatabaseGraph) -> SlotRegistration {
    let routes = reads.tables.map { table in
      let template = RouteTemplate(
        table: table.schema.name,
        matchColumns: [],
        watchedColumns: table.columns.sorted().map(\.string)
      )
      return TableRoute(template, values: [], in: table.schema)
    }
    return SlotRegistration(self, routes: routes, in: graph)
  }
}
