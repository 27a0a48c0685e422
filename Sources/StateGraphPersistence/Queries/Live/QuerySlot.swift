import StateGraph
import StateGraphSQLite
import StateGraphThreads

/// What one live query asks the router for, from its first read for as long as somebody depends on
/// it.
///
/// A commit marks it where a row of its tables comes, goes, or changes a column that the query
/// reads, and the row has the values that the query asks for. It is then read again, by
/// `QueryTable.entities`: a result that is maintained from the commit's rows would be kept here and
/// handed out there.
final class QuerySlot: Sendable {
  private struct Registration {
    let graph: DatabaseGraph
    let routes: [QueryRoute]
  }

  private let signal = SlotSignal()
  private let registration = Guarded<Registration?>(nil)

  deinit {
    guard let registration = registration.withLock({ $0 }) else { return }
    for route in registration.routes {
      registration.graph.remove(signal, for: route.template, values: route.values)
    }
  }

  /// Registers at the first call, and makes the evaluation on this thread depend on the slot.
  func depend(on statement: QueryStatement, _ graph: DatabaseGraph, _ database: Database) throws {
    if registration.withLock({ $0 == nil }) { try register(statement, graph, database) }
    signal.signal.depend()
    // The router holds the signal; this one holds the slot, and is held by who depends on it.
    Signal(keeping: self).depend()
  }

  private func register(
    _ statement: QueryStatement,
    _ graph: DatabaseGraph,
    _ database: Database
  ) throws {
    let routes = try statement.sources.map { source in
      try QueryRoute(source, in: graph.schema(of: source.type.type))
    }
    let isNew = registration.withLock { current in
      guard current == nil else { return false }
      current = Registration(graph: graph, routes: routes)
      // Before another thread can find it registered, and read without waiting for this one.
      for route in routes {
        graph.insert(signal, for: route.template, values: route.values, in: route.table)
      }
      return true
    }
    guard isNew else { return }
    graph.scanWarnings.check(statement, in: database)
  }
}

/// Where the router finds a query: one for each table that it reads.
struct QueryRoute {
  let table: TableSchema
  let template: RouteTemplate
  let values: [SQLiteValue]

  init(_ source: QuerySource, in table: TableSchema) {
    self.table = table
    // In one order, so that queries of one shape share a template.
    let matches = source.matches.sorted { $0.key < $1.key }
    values = matches.map(\.value)
    template = RouteTemplate(
      table: table.name,
      matchColumns: matches.map(\.key),
      watchedColumns: source.readColumns.subtracting(source.matches.keys).sorted()
    )
  }
}

extension DatabaseGraph {
  /// The table of an entity type as the file has it. Its commits are reported from now on.
  fileprivate func schema<Element: Entity>(of type: Element.Type) throws -> TableSchema {
    try table(for: type).layout.table
  }
}
