public import StateGraphNormalization
public import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Entities by a SELECT of your own, for what ``query`` cannot say. Its result needs the columns
  /// of the key, by their names; whatever is interpolated is a bound value.
  ///
  /// ```swift
  /// try posts.query(sql: "SELECT id FROM posts WHERE length(title) > \(limit) ORDER BY random()")
  ///   .fetch()
  /// ```
  public func query(sql: SQL) -> RawQuery<Element> {
    RawQuery(source: query.source, statement: sql)
  }
}

/// Entities by a SELECT that was written by hand. It is not live: which tables it reads is not
/// known here.
public struct RawQuery<Element: Entity>: Sendable {
  let source: Query<Element>.Source
  let statement: SQL

  /// The entities of the keys that the statement gives, in its order. An entity that it gives
  /// twice is there twice.
  ///
  /// - Throws: `DatabaseError`: `.misuse` where the result lacks a column of the key or the
  ///   store is in memory, and what SQLite says.
  public func fetch() throws -> [Element] {
    let table = try table()
    let rows = try table.database.rows(statement)
    let names = table.table.definition.keyColumns
    let keys = try rows.map { row in
      RowKey(
        try names.map { name in
          guard let value = row[name] else {
            throw DatabaseError(
              .misuse,
              "The result of a query has no column \(name), by which entities are known.",
              remedy: "Select the columns of the key.",
              sql: statement.text
            )
          }
          return value
        }
      )
    }
    return try table.entities(keys)
  }

  /// How SQLite is going to run the statement.
  ///
  /// - Throws: As ``fetch()``.
  public var plan: QueryPlan {
    get throws { try QueryPlan(statement, in: table().database) }
  }

  private func table() throws(DatabaseError) -> QueryTable<Element> {
    guard case .table(let table) = source else {
      throw DatabaseError(
        .misuse,
        "A store in memory understands no SQL.",
        remedy: "Use query, or a database in memory."
      )
    }
    return table
  }
}
