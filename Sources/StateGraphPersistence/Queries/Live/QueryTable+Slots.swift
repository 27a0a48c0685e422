import StateGraphCore
import StateGraphLive
import StateGraphSQLite

extension QueryTable {
  /// Returns the result in memory (the slot) for this query. Equal queries share one slot.
  func slot(_ shape: QueryShape) throws -> SharedSlot<ResultSlot> {
    try table.graph.liveQueries.slot(of: key(shape, result: .images([]))) {
      let statement = try entityStatement(shape)
      table.graph.scanWarnings.check(statement, in: database)
      let rows = QueryLoader(query: self, shape: shape)
      let name = SignalName(statement.name)
      guard statement.sources.count > 1, try canFollowPaths(of: statement) else {
        let slot = ResultSlot(rows, reads: table.graph.reads, named: name)
        return SharedSlot(
          slot,
          signal: slot.signal,
          registrations: [try registration(slot, of: statement, where: shape)]
        )
      }
      let keyed = KeyedQueryLoader(rows: rows)
      let slot = ResultSlot(keyed, keyed: keyed, reads: table.graph.reads, named: name)
      return SharedSlot(
        slot,
        signal: slot.signal,
        registrations: try registrations(slot, of: statement)
      )
    }
  }

  /// Returns the result in memory (the slot) for a query without entities, such as a count.
  ///
  /// Equal queries share one slot.
  func aggregateSlot(
    _ shape: QueryShape,
    result: QueryResult
  ) throws -> SharedSlot<AggregateSlot> {
    try table.graph.liveQueries.slot(of: key(shape, result: result)) {
      let statement = try statement(shape, result: result)
      table.graph.scanWarnings.check(statement, in: database)
      let source = QueryAggregateLoader(query: self, shape: shape, result: result)
      let name = SignalName(statement.sql.text)
      let slot = AggregateSlot(source, reads: table.graph.reads, named: name)
      return SharedSlot(
        slot,
        signal: slot.signal,
        registrations: [try registration(slot, of: statement, where: shape)]
      )
    }
  }

  /// Returns a slot for the rowids of the query's rows. Each commit that may change which rows the
  /// query finds, or their order, invalidates it. The registration ends when the second result is
  /// released.
  func windowSlot(
    _ shape: QueryShape,
    of statement: QueryStatement
  ) throws -> (WindowSlot, SlotRegistration) {
    let slot = WindowSlot(
      named: SignalName(statement.sql.text),
      followsRows: isKeyRowID && statement.sources.count == 1 && shape.search == nil
        && !shape.isWindow
    )
    return (slot, try registration(slot, of: statement, where: shape))
  }

  private func key(_ shape: QueryShape, result: QueryResult) -> LiveQueries.Key {
    LiveQueries.Key(type: EntityType(type: Element.self), shape: shape, result: result)
  }

  /// Registers a slot (a result in memory) for the changes of every table that the statement reads.
  ///
  /// If the library can evaluate the query's condition in memory, the slot receives only those rows
  /// of the query's own table that can match the condition.
  private func registration(
    _ slot: any LiveSlot,
    of statement: QueryStatement,
    where shape: QueryShape
  ) throws -> SlotRegistration {
    var routes: [TableRoute] = []
    for source in statement.sources {
      let schema = try table.graph.anyTable(for: source.type.type).schema
      if source.path == nil,
        let condition = RowCondition(shape, over: ImageColumns(declaredBy: table.layout))
      {
        routes += RowRoute.routes(
          for: condition,
          in: schema,
          watching: source.readColumns.sorted().map(\.string)
        ).map { TableRoute($0, in: schema) }
      } else {
        routes.append(TableRoute(source, in: schema))
      }
    }
    return SlotRegistration(slot, routes: routes, in: table.graph)
  }

  /// Registers the slot (a result in memory) for the changes of each table that the statement
  /// reads.
  ///
  /// Each joined table gets a ``JoinedTableSlot``, which finds the query's rows that are related to
  /// a changed row of the table.
  private func registrations(
    _ slot: ResultSlot,
    of statement: QueryStatement
  ) throws -> [SlotRegistration] {
    try statement.sources.map { source in
      let read = try table.graph.anyTable(for: source.type.type)
      let routed: any LiveSlot =
        source.path.map { JoinedTableSlot(slot, table: read, path: $0) } ?? slot
      return SlotRegistration(
        routed,
        routes: [TableRoute(source, in: read.schema)],
        in: table.graph
      )
    }
  }
}

// MARK: - Paths

extension QueryTable {
  /// Returns whether a look-up by column values finds the same rows as the SQL joins.
  ///
  /// The result is true if the two columns of each join have the same affinity and collation, and
  /// if commits report the values of both columns. A changed row of a joined table then leads to
  /// the affected rows of the query.
  private func canFollowPaths(of statement: QueryStatement) throws -> Bool {
    try statement.sources.allSatisfy { source in
      guard let path = source.path else { return true }
      let read = try table.graph.anyTable(for: source.type.type).schema
      return try zip(path.ownColumns, path.columns).allSatisfy { name, column in
        guard let own = read.column(name.string), let leading = try schema(of: column, path) else {
          return false
        }
        return own.affinity == leading.affinity && own.collation == leading.collation
          && own.collation != .custom && own.generation != .virtual
      }
    }
  }

  /// Returns the schema of a column that a join compares with a column of another table.
  private func schema(of column: ColumnPath, _ path: SourcePath) throws -> ColumnSchema? {
    let row = column.row
    let scope = row.depth == 0 ? nil : path.scopes[row.depth - 1].child.type
    let type = row.hops.last?.target.type ?? scope ?? Element.self
    return try table.graph.columnSchema(of: column.member, in: type)
  }
}

extension TableRoute {
  fileprivate init(_ source: QuerySource, in table: TableSchema) {
    // The columns are sorted, so that queries of the same shape have equal templates in the router.
    let matches = source.matches.sorted { $0.key < $1.key }
    let template = RouteTemplate(
      table: table.name,
      matchColumns: matches.map(\.key.string),
      watchedColumns: source.readColumns.subtracting(source.matches.keys).sorted().map(\.string)
    )
    self.init(template, values: matches.map(\.value), in: table)
  }
}

extension DatabaseGraph {
  /// Returns the table of an entity type.
  ///
  /// From this call on, each commit reports the changed rows of the table.
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
