import StateGraph
import StateGraphSQLite
import StateGraphThreads

/// The entities of one live query, shared by all who ask the same, from the first read for as long
/// as somebody depends on it.
final class QuerySlot<Element: Entity>: Sendable {
  let rows: RowsSlot<Element>
  private let registration: SlotRegistration

  /// - Throws: `.misuse` for a property that is no column; `.schemaMismatch` where the file has no
  ///   such table.
  init(_ query: QueryTable<Element>, _ shape: QueryShape) throws {
    let graph = query.table.graph
    let statement = try query.entityStatement(shape)
    rows = RowsSlot(QueryRows(query: query, shape: shape), graph.reads)
    registration = try SlotRegistration(rows, of: statement, in: graph)
    graph.scanWarnings.check(statement, in: query.database)
  }

  /// The entities, in order. The evaluation on this thread depends on them.
  func entities() throws -> SlotRows<Element> {
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
  convenience init(
    _ slot: any LiveSlot,
    of statement: QueryStatement,
    in graph: DatabaseGraph
  ) throws {
    let routes = try statement.sources.map { source in
      SlotRoute(source, in: try graph.schema(of: source.type.type))
    }
    self.init(slot, routes, in: graph)
  }
}

extension SlotRoute {
  fileprivate init(_ source: QuerySource, in table: TableSchema) {
    // In one order, so that queries of one shape share a template.
    let matches = source.matches.sorted { $0.key < $1.key }
    self.init(
      table: table,
      template: RouteTemplate(
        table: table.name,
        matchColumns: matches.map(\.key),
        watchedColumns: source.readColumns.subtracting(source.matches.keys).sorted()
      ),
      values: matches.map(\.value)
    )
  }
}

extension DatabaseGraph {
  /// The table of an entity type as the file has it. Its commits are reported from now on.
  fileprivate func schema<Element: Entity>(of type: Element.Type) throws -> TableSchema {
    try table(for: type).layout.table
  }
}
