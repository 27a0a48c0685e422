import StateGraphSQLite

/// Loads all rows of a live query over several tables, or the rows with given primary keys.
protocol KeyedResultLoader: ResultLoader {
  /// Returns the keys of the query's rows that a commit may affect by changing rows of other
  /// tables.
  ///
  /// - Parameter related: For each path from another table to the query's table, the values that
  ///   identify the affected rows.
  func keys(_ related: [SourcePath: Set<RowKey>]) throws -> [RowKey]

  /// Returns the rows of the query that have one of these keys, in any order.
  func rows(_ plan: MaintenancePlan, keys: [RowKey]) throws -> LoadedResult
}

/// Loads the entities of a live query whose condition or order reads other tables.
struct KeyedQueryLoader<Element: Entity>: KeyedResultLoader {
  var rows: QueryLoader<Element>

  private var definition: EntityDefinition { rows.query.table.definition }

  func plan() throws -> MaintenancePlan? {
    guard rows.shape.search == nil else { return nil }
    var shape = QueryShape()
    shape.condition = rows.shape.condition
    let condition = try rows.query.statement(shape, result: .existence)
    guard let root = condition.sources.first(where: { $0.path == nil }) else { return nil }
    let table = rows.query.table.layout.table
    let columns = root.readColumns.compactMap { table.columnIndex($0.string) }
    return rows.plan(nil, conditionColumns: columns)
  }

  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult {
    try rows.rows(plan, after: image, count: count)
  }

  func keys(_ related: [SourcePath: Set<RowKey>]) throws -> [RowKey] {
    var shape = QueryShape()
    for (path, values) in related {
      shape.condition = .either(shape.condition, or: path.condition(Array(values)))
    }
    let keys = definition.keyColumns.indices.map { QueryExpression.column(RowPath().key($0)) }
    return try rows.query.read(shape, result: .values(keys, isOrdered: false)).map { RowKey($0) }
  }

  func rows(_ plan: MaintenancePlan, keys: [RowKey]) throws -> LoadedResult {
    var found = LoadedResult(rows: [])
    // A key of several columns needs one condition for each key. SQLite limits the number of
    // conditions, so fewer keys are loaded at once.
    let chunkSize = definition.keyColumns.count == 1 ? 16_000 : 64
    for start in stride(from: 0, to: keys.count, by: chunkSize) {
      var chunk = rows
      (chunk.shape.limit, chunk.shape.offset) = (nil, nil)
      chunk.shape.condition = .both(
        rows.shape.condition,
        and: .isOneOf(keys[start..<min(start + chunkSize, keys.count)], of: definition)
      )
      let loaded = try chunk.rows(nil, after: nil, count: nil)
      found.rows += loaded.rows
      found.isComplete = found.isComplete && loaded.isComplete
    }
    return found
  }

  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject? {
    try rows.payload(of: image, since: generation)
  }

  var generation: UInt64 { rows.generation }
}
