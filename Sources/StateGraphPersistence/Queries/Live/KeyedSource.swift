import StateGraphSQLite

/// Where a live query over several tables gets its rows from.
protocol KeyedSource: RowsSource {
  /// The keys of the rows to which rows of other tables with those values lead.
  func keys(_ related: [SourcePath: Set<SQLiteValue>]) throws -> [RowKey]

  /// The rows with those keys that belong to the query, in any order.
  func rows(_ plan: RowsPlan, keys: [RowKey]) throws -> LoadedRows
}

/// The entities of a query over several tables, as a slot follows them.
struct KeyedRows<Element: Entity>: KeyedSource {
  var rows: QueryRows<Element>

  private var definition: EntityDefinition { rows.query.table.definition }

  func plan() throws -> RowsPlan? {
    guard rows.shape.search == nil else { return nil }
    var shape = QueryShape()
    shape.condition = rows.shape.condition
    let condition = try rows.query.statement(shape, .existence)
    guard let root = condition.sources.first(where: { $0.path == nil }) else { return nil }
    let table = rows.query.table.layout.table
    return rows.plan(nil, conditionColumns: root.readColumns.compactMap { table.columnIndex($0) })
  }

  func rows(_ plan: RowsPlan?, after image: RowImage?, count: Int?) throws -> LoadedRows {
    try rows.rows(plan, after: image, count: count)
  }

  func keys(_ related: [SourcePath: Set<SQLiteValue>]) throws -> [RowKey] {
    var shape = QueryShape()
    for (path, values) in related {
      shape.condition = .either(shape.condition, path.condition(Array(values)))
    }
    let keys = definition.keyColumns.indices.map { QueryExpression.column(RowPath().key($0)) }
    return try rows.query.read(shape, .values(keys, isOrdered: false)).map { RowKey($0) }
  }

  func rows(_ plan: RowsPlan, keys: [RowKey]) throws -> LoadedRows {
    var found = LoadedRows(rows: [])
    // A key of several columns is a condition of its own.
    let chunkSize = definition.keyColumns.count == 1 ? 16_000 : 64
    for start in stride(from: 0, to: keys.count, by: chunkSize) {
      var chunk = rows
      (chunk.shape.limit, chunk.shape.offset) = (nil, nil)
      chunk.shape.condition = .both(
        rows.shape.condition,
        .isOneOf(keys[start..<min(start + chunkSize, keys.count)], definition)
      )
      let loaded = try chunk.rows(nil, after: nil, count: nil)
      found.rows += loaded.rows
      found.isWhole = found.isWhole && loaded.isWhole
    }
    return found
  }

  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject? {
    try rows.payload(of: image, since: generation)
  }

  var generation: UInt64 { rows.generation }
}

extension QueryExpression {
  /// Whether the row's key is one of some, of which there is one.
  static func isOneOf(_ keys: some Collection<RowKey>, _ definition: EntityDefinition) -> Self {
    let path = RowPath()
    if definition.keyColumns.count == 1 {
      return .isOneOf(.column(path.key(0)), keys.map(\.first))
    }
    let conditions = keys.map { QueryExpression.isRow(path, $0) }
    return conditions.dropFirst().reduce(conditions[0]) { .or($0, $1) }
  }
}
