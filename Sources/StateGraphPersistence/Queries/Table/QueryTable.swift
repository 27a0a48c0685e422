import Logging
import StateGraphCore
import StateGraphSQLite

/// Runs the queries of one entity type: generates the SQL, runs it on the table, and loads
/// entities.
struct QueryTable<Element: Entity>: Sendable {
  let database: Database
  let table: EntityTable<Element>

  func statement(_ shape: QueryShape, result: QueryResult) throws -> QueryStatement {
    try requireEntities(of: shape)
    return try QueryRenderer.statement(
      shape,
      result: result,
      of: Element.self,
      rowIDName: rowIDName,
      areDatesNormal: { table.untyped.dates.areNormal($0, in: database) }
    )
  }

  /// Checks that none of the entities has been deleted whose keys the query compares.
  ///
  /// - Throws: `.deletedEntity`.
  func requireEntities(of shape: QueryShape) throws(DatabaseError) {
    for state in shape.compared.states { try table.graph.requireKey(state) }
  }

  /// Whether an entity has been deleted whose key the query compares. A live result then is empty,
  /// because no row can match, and another row may get the key.
  func comparesDeletedEntity(_ shape: QueryShape) -> Bool {
    shape.compared.states.contains { UnusableEntity.isDeletedForThread($0) }
  }

  /// The name by which SQL reads the table's rowid, or nil for a table that is declared WITHOUT
  /// ROWID.
  var rowIDName: String? {
    let schema = table.layout.table
    return schema.hasRowID ? schema.rowIDName : nil
  }

  /// Whether the primary key of a row is its rowid.
  var isKeyRowID: Bool { table.layout.table.hasRowIDAsKey }

  /// Returns the SQL statement that reads the columns from which the query's entities are created.
  func entityStatement(_ shape: QueryShape) throws -> QueryStatement {
    try statement(shape, result: .images(table.layout.names.map { ByteText($0) }))
  }

  /// Reads the entities of the query from the file. Stores no result in memory for later reads.
  func load(_ shape: QueryShape) throws -> [Element] {
    try reading({ try entityStatement(shape) }) { try table.load($0.sql) }
  }

  /// Runs `body` with the statement that `statement` returns.
  ///
  /// If a commit has written a date in another form in the meantime, the statement may have
  /// compared it by its text. The method then runs `body` again.
  func reading<Result>(
    _ statement: () throws -> QueryStatement,
    body: (QueryStatement) throws -> Result
  ) throws -> Result {
    try explaining {
      let first = try statement()
      let result = try body(first)
      guard first.reliesOnNormalDates else { return result }
      let second = try statement()
      return second.reliesOnNormalDates ? result : try body(second)
    }
  }

  /// Whether a read makes a graph node depend on the query.
  ///
  /// True if this thread is evaluating a node and reads committed data. Inside a transaction or a
  /// snapshot, only this thread can read the result, so no node depends on it.
  var isFollowed: Bool { Signal.isTracking && !UncommittedValues.areVisible }

  /// Reads a result such as a count from the file. Stores no result in memory for later reads.
  func read(_ shape: QueryShape, result: QueryResult) throws -> [[SQLiteValue]] {
    try reading({ try statement(shape, result: result) }) {
      try database.rows($0.sql).map(\.values)
    }
  }

  /// Returns the entities with these primary keys, in the order of the keys.
  ///
  /// A key without a row is left out.
  func entities(_ keys: [RowKey]) throws -> [Element] {
    var found: [RowKey: Element] = [:]
    // The keys are divided into chunks, because SQLite limits the number of expressions. A key of
    // several columns needs an expression for each key.
    let chunkSize = table.definition.keyColumns.count == 1 ? 16_000 : 64
    for start in stride(from: 0, to: keys.count, by: chunkSize) {
      let chunk = keys[start..<min(start + chunkSize, keys.count)]
      var shape = QueryShape()
      shape.condition = .isOneOf(chunk, of: table.definition)
      for entity in try table.load(entityStatement(shape).sql) {
        found[entity.typedID.raw.rowKey] = entity
      }
    }
    return keys.compactMap { found[$0] }
  }

  /// Runs `body` for a caller that cannot throw.
  ///
  /// If `body` throws, logs the error and returns `fallback`.
  func reporting<Result>(_ fallback: @autoclosure () -> Result, body: () throws -> Result)
    -> Result
  {
    do {
      return try body()
    } catch {
      table.graph.report(error, while: "a query of \(table.name)")
      return fallback()
    }
  }

  /// Runs `body`, and replaces some errors of SQLite with errors that name the cause.
  ///
  /// The causes are a missing full-text index, an overflow of a sum or an absolute value, and a
  /// query that exceeds a limit of SQLite. The index is not checked before `body`, because the
  /// check would have to wait for the current writer.
  func explaining<Result>(_ body: () throws -> Result) throws -> Result {
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
      guard error.asOverflow.code == .invalidSQL else { throw error.asOverflow }
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
