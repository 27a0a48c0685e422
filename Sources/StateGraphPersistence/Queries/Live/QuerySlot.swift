import StateGraph
import StateGraphSQLite
import StateGraphThreads

/// The entities of one live query, shared by all who ask the same, from the first read for as long
/// as somebody depends on it.
final class QuerySlot<Element: Entity>: Sendable {
  let rows: RowsSlot
  private let registration: SlotRegistration

  /// - Throws: `.misuse` for a property that is no column; `.schemaMismatch` where the file has no
  ///   such table.
  init(_ query: QueryTable<Element>, _ shape: QueryShape) throws {
    let graph = query.table.graph
    let statement = try query.entityStatement(shape)
    rows = RowsSlot(QueryRows(query: query, shape: shape), graph.reads)
    registration = try SlotRegistration(rows, of: statement, where: shape, in: graph)
    graph.scanWarnings.check(statement, in: query.database)
  }

  /// The entities, in order. The evaluation on this thread depends on them.
  func entities() throws -> SlotRows {
    rows.signal.depend()
    // The router holds the rows; this one holds their registration, and is held by who depends on
    // it.
    Signal(keeping: self).depend()
    return try rows.rows()
  }
}

/// What an evaluation reads by a statement of which nothing is kept: an aggregate, a page.
final class StatementSlot: Sendable {
  private let slot = RereadSlot()
  private let registration: SlotRegistration

  init(_ statement: QueryStatement, _ graph: DatabaseGraph, _ database: Database) throws {
    registration = try SlotRegistration(slot, of: statement, in: graph)
    graph.scanWarnings.check(statement, in: database)
  }

  func depend() {
    slot.signal.depend()
    Signal(keeping: self).depend()
  }
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
