import StateGraphCore
import StateGraphLive
import StateGraphSQLite

extension QueryTable {
  /// What all share who ask for the rows of this query.
  func slot(_ shape: QueryShape) throws -> SharedSlot<any RowsLiveSlot> {
    try table.graph.liveQueries.slot(of: key(shape, .images([]))) {
      let statement = try entityStatement(shape)
      table.graph.scanWarnings.check(statement, in: database)
      let rows = QueryRows(query: self, shape: shape)
      let name = SignalName(statement.name)
      guard statement.sources.count > 1, try canFollowPaths(of: statement) else {
        let slot = RowsSlot(rows, table.graph.reads, named: name)
        return SharedSlot(slot, slot.signal, [try registration(slot, of: statement, where: shape)])
      }
      let slot = KeyedSlot(KeyedRows(rows: rows), table.graph.reads, named: name)
      return SharedSlot(slot, slot.signal, try registrations(slot, of: statement))
    }
  }

  /// What all share who ask for a result of this query that is no entity.
  func aggregateSlot(
    _ shape: QueryShape,
    _ result: QueryResult
  ) throws -> SharedSlot<AggregateSlot> {
    try table.graph.liveQueries.slot(of: key(shape, result)) {
      let statement = try statement(shape, result)
      table.graph.scanWarnings.check(statement, in: database)
      let source = QueryAggregates(query: self, shape: shape, result: result)
      let name = SignalName(statement.sql.text)
      let slot = AggregateSlot(source, table.graph.reads, named: name)
      return SharedSlot(slot, slot.signal, [try registration(slot, of: statement, where: shape)])
    }
  }

  private func key(_ shape: QueryShape, _ result: QueryResult) -> LiveQueries.Key {
    LiveQueries.Key(type: EntityType(type: Element.self), shape: shape, result: result)
  }

  /// By every table that the statement reads. The rows of a query over one table are told by its
  /// condition.
  private func registration(
    _ slot: any LiveSlot,
    of statement: QueryStatement,
    where shape: QueryShape
  ) throws -> SlotRegistration {
    var routes: [SlotRoute] = []
    for source in statement.sources {
      let schema = try table.graph.anyTable(for: source.type.type).schema
      if statement.sources.count == 1,
        let condition = RowCondition(shape, over: ImageColumns(declaredBy: table.layout))
      {
        routes += Route.routes(
          for: condition,
          in: schema,
          watching: source.readColumns.sorted()
        ).map { SlotRoute($0, in: schema) }
      } else {
        routes.append(SlotRoute(source, in: schema))
      }
    }
    return SlotRegistration(slot, routes, in: table.graph)
  }

  /// One for each table that the statement reads, so that a row tells which of them it is of.
  private func registrations(
    _ slot: KeyedSlot,
    of statement: QueryStatement
  ) throws -> [SlotRegistration] {
    try statement.sources.map { source in
      let read = try table.graph.anyTable(for: source.type.type)
      let routed: any LiveSlot = source.path.map { RelatedSlot(slot, read, $0) } ?? slot
      return SlotRegistration(routed, [SlotRoute(source, in: read.schema)], in: table.graph)
    }
  }
}

// MARK: - Paths

extension QueryTable {
  /// Whether the values of one column find the rows of the other, as the join does: both are
  /// compared in the same way, and a commit reports both.
  private func canFollowPaths(of statement: QueryStatement) throws -> Bool {
    try statement.sources.allSatisfy { source in
      guard let path = source.path else { return true }
      let read = try table.graph.anyTable(for: source.type.type).schema
      guard let own = read.column(path.ownColumn), let leading = try leadingColumn(of: path)
      else { return false }
      return own.affinity == leading.affinity && own.collation == leading.collation
        && own.collation != .custom && own.generation != .virtual
    }
  }

  /// Of the column that a path begins at.
  private func leadingColumn(of path: SourcePath) throws -> ColumnSchema? {
    let row = path.column.row
    let scope = row.depth == 0 ? nil : path.scopes[row.depth - 1].child.type
    let type = row.hops.last?.target.type ?? scope ?? Element.self
    return try table.graph.columnSchema(of: path.column.member, in: type)
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
  /// An entity type's table. Its commits are reported from now on.
  fileprivate func anyTable<Element: Entity>(for type: Element.Type) throws -> AnyEntityTable {
    try table(for: type).untyped
  }

  fileprivate func columnSchema<Element: Entity>(
    of member: ColumnPath.Member,
    in type: Element.Type
  ) throws -> ColumnSchema? {
    let columns = ImageColumns(declaredBy: try table(for: type).layout)
    return columns.index(of: ColumnPath(row: RowPath(), member: member)).map { columns.schemas[$0] }
  }
}
