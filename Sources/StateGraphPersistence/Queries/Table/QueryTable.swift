import Logging
import StateGraphCore
import StateGraphSQLite

/// Gives queries access to the table of an entity type: it renders and runs statements, and loads
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

  /// Returns the statement that loads the entities of the query.
  func entityStatement(_ shape: QueryShape) throws -> QueryStatement {
    try statement(shape, .images(table.layout.names))
  }

  /// Reads the entities of the query from the file.
  func load(_ shape: QueryShape) throws -> [Element] {
    let statement = try entityStatement(shape)
    return try explaining { try table.load(statement.sql) }
  }

  /// Whether a read makes a node depend on the query. This is so if a node is being evaluated and
  /// the thread reads the published state. Results from an open transaction or a snapshot are not
  /// kept.
  var isFollowed: Bool { Signal.isTracking && !UncommittedValues.areVisible }

  /// Reads the rows of a result from the file.
  func read(_ shape: QueryShape, _ result: QueryResult) throws -> [[SQLiteValue]] {
    let statement = try statement(shape, result)
    return try explaining { try database.rows(statement.sql).map(\.values) }
  }

  /// Returns the entities with these keys, in the order of the keys. Leaves out keys without a row.
  func entities(_ keys: [RowKey]) throws -> [Element] {
    var found: [RowKey: Element] = [:]
    // A key of several columns needs an expression for each key, and SQLite limits the number of
    // expressions.
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

  /// Runs `body` for a caller that cannot throw. If `body` throws, logs the error and returns
  /// `fallback`.
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

  /// Runs `body`. If the query exceeds a limit of SQLite or has no full-text index, throws an error
  /// that names this cause instead of the error of SQLite. Checking for the index in advance would
  /// have to wait for the current writer.
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
