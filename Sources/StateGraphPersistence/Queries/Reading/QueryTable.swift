import Logging
import StateGraphCore
import StateGraphSQLite

/// What a query needs of the database: its statements, its entities, and word of its commits.
struct QueryTable<Element: Entity>: Sendable {
  let database: Database
  let table: EntityTable<Element>

  func statement(_ shape: QueryShape, _ result: QueryResult) throws -> QueryStatement {
    let schema = table.layout.table
    return try QueryRenderer.statement(
      shape,
      result,
      of: Element.self,
      rowIDName: schema.hasRowID ? schema.rowIDName : nil
    )
  }

  /// The statement that loads the entities of the query.
  func entityStatement(_ shape: QueryShape) throws -> QueryStatement {
    try statement(shape, .images(table.layout.names))
  }

  /// The entities of the query. An evaluation on this thread depends on them, and they are kept for
  /// as long as it does.
  func entities(_ shape: QueryShape) throws -> [Element] {
    guard isFollowed else { return try load(shape) }
    let shared = try slot(shape)
    shared.depend()
    return try shared.slot.rows().entities(as: Element.self)
  }

  /// The entities, read from the file.
  func load(_ shape: QueryShape) throws -> [Element] {
    let statement = try entityStatement(shape)
    return try explaining { try table.load(statement.sql) }
  }

  /// Whether an evaluation wants to hear of changes. What an open transaction or a snapshot sees is
  /// nobody else's, and is not kept.
  var isFollowed: Bool { Signal.isTracking && !UncommittedValues.areVisible }

  /// What the query computes, row by row. An evaluation on this thread depends on it.
  func rows(_ shape: QueryShape, _ result: QueryResult) throws -> [[SQLiteValue]] {
    guard isFollowed else { return try read(shape, result) }
    let shared = try aggregateSlot(shape, result)
    // Before it reads: a commit in between then makes the evaluation be repeated.
    shared.depend()
    return try shared.slot.rows()
  }

  /// The number of rows. An evaluation on this thread depends on it.
  func count(_ shape: QueryShape) throws -> Int {
    try shape.validate()
    // What a limit makes of a number needs no SQL.
    var counted = shape
    if isFollowed { (counted.limit, counted.offset) = (nil, nil) }
    guard case .integer(let number)? = try rows(counted, .aggregate(.count)).first?.first
    else { return 0 }
    let count = Int(number)
    guard isFollowed else { return count }
    return max(0, min(shape.limit ?? count, count - (shape.offset ?? 0)))
  }

  /// What the query computes, by its statement.
  func read(_ shape: QueryShape, _ result: QueryResult) throws -> [[SQLiteValue]] {
    let statement = try statement(shape, result)
    return try explaining { try database.rows(statement.sql).map(\.values) }
  }

  /// The entities of those keys that have a row, in the order of the keys.
  func entities(_ keys: [RowKey]) throws -> [Element] {
    var found: [RowKey: Element] = [:]
    // Conditions on keys of several columns are an expression each.
    let chunkSize = table.definition.keyColumns.count == 1 ? 16_000 : 64
    for start in stride(from: 0, to: keys.count, by: chunkSize) {
      let chunk = keys[start..<min(start + chunkSize, keys.count)]
      var shape = QueryShape()
      shape.condition = .isOneOf(chunk, table.definition)
      for entity in try table.load(entityStatement(shape).sql) {
        found[entity.typedID.raw.rowKey] = entity
      }
    }
    return keys.compactMap { found[$0] }
  }

  /// Reads that cannot throw: a failure is logged, and the answer is that of an empty table.
  func reporting<Result>(_ fallback: @autoclosure () -> Result, _ body: () throws -> Result)
    -> Result
  {
    do {
      return try body()
    } catch {
      table.graph.report(error, while: "a query of \(table.name)")
      return fallback()
    }
  }

  /// What SQLite says of a query that passes its limits, or has no index, in the words of queries.
  /// Looking for the index first would wait for whoever is writing.
  private func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError
      where error.code == .invalidSQL
      && error.message.contains("no such table: \(table.name)_search")
    {
      throw DatabaseError(
        .schemaMismatch,
        "The file has no full-text index \(table.name)_search.",
        remedy: "Make one in a migration: an FTS5 table over the columns to search, "
          + "with content=\(table.name), and triggers that keep it up to date.",
        cause: error
      )
    } catch let error as DatabaseError where error.code == .invalidSQL {
      let isNested = ["Expression tree is too large", "parser stack overflow"]
        .contains { error.message.contains($0) }
      if isNested { throw DatabaseError.nestedTooDeep(cause: error) }
      guard error.message.contains("too many SQL variables") else { throw error }
      throw DatabaseError(
        .tooBig,
        "A query has more values than SQLite has parameters.",
        remedy: "Use in(_:), which has no limit, or search in several parts.",
        cause: error
      )
    }
  }
}
