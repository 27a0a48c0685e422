import Logging
import StateGraphCore
import StateGraphSQLite

/// The access of queries to the table of an entity type: renders and runs statements, and loads
/// entities.
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

  /// Reads the entities of the query from the file.
  func load(_ shape: QueryShape) throws -> [Element] {
    let statement = try entityStatement(shape)
    return try explaining { try table.load(statement.sql) }
  }

  /// Whether a read makes a node depend on the query: a node is being evaluated, and the thread
  /// reads the published state. The state of an open transaction or a snapshot is not kept.
  var isFollowed: Bool { Signal.isTracking && !UncommittedValues.areVisible }

  /// Reads the rows of a result from the file.
  func read(_ shape: QueryShape, _ result: QueryResult) throws -> [[SQLiteValue]] {
    let statement = try statement(shape, result)
    return try explaining { try database.rows(statement.sql).map(\.values) }
  }

  /// The entities for keys, in the order of the keys. Omits keys without a row.
  func entities(_ keys: [RowKey]) throws -> [Element] {
    var found: [RowKey: Element] = [:]
    // Each key of several columns is an expression of its own, and SQLite limits their number.
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

  /// Runs a read for a caller that cannot throw. Logs an error and returns `fallback`.
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

  /// Replaces errors of SQLite for a query that exceeds a limit or has no full-text index by errors
  /// that name the cause. Checking for the index in advance would wait for the current writer.
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
