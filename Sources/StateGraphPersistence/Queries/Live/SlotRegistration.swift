import StateGraph
import StateGraphSQLite

/// Keeps a slot in the router for as long as this lives.
final class SlotRegistration: Sendable {
  private let graph: DatabaseGraph
  private let slot: RoutedSlot

  init(_ slot: any LiveSlot, _ routes: [SlotRoute], in graph: DatabaseGraph) {
    self.graph = graph
    self.slot = RoutedSlot(slot, routes)
    graph.insert(self.slot)
  }

  deinit { graph.remove(slot) }
}

extension SlotRegistration {
  /// By every table that the statement reads.
  ///
  /// - Parameter shape: Where given, the rows of a query over one table are told by its condition.
  convenience init(
    _ slot: any LiveSlot,
    of statement: QueryStatement,
    where shape: QueryShape? = nil,
    in graph: DatabaseGraph
  ) throws {
    var routes: [SlotRoute] = []
    for source in statement.sources {
      let layout = try graph.layout(of: source.type.type)
      let columns = ImageColumns(declaredBy: layout)
      if statement.sources.count == 1, let shape, let condition = RowCondition(shape, over: columns)
      {
        routes += Route.routes(
          for: condition,
          in: layout.table,
          watching: source.readColumns.sorted()
        ).map { SlotRoute($0, in: layout.table) }
      } else {
        routes.append(SlotRoute(source, in: layout.table))
      }
    }
    self.init(slot, routes, in: graph)
  }
}

extension SlotRoute {
  fileprivate init(_ source: QuerySource, in table: TableSchema) {
    // In one order, so that queries of one shape share a template.
    let matches = source.matches.sorted { $0.key < $1.key }
    let template = RouteTemplate(
      table: table.name,
      matchColumns: matches.map(\.key),
      watchedColumns: source.readColumns.subtracting(source.matches.keys).sorted()
    )
    self.init(template, matches.map(\.value), in: table)
  }
}

extension DatabaseGraph {
  /// How an entity type's table lies in the file. Its commits are reported from now on.
  fileprivate func layout<Element: Entity>(of type: Element.Type) throws -> EntityLayout {
    try table(for: type).layout
  }
}
