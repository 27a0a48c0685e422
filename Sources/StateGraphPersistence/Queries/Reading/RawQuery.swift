public import StateGraphNormalization
public import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Returns a query with your own SELECT statement, for searches that ``query`` cannot express.
  ///
  /// The result must contain the columns of the primary key under their names. Interpolated values
  /// are bound as parameters. They never become part of the SQL text.
  ///
  /// ```swift
  /// try posts.query(sql: "SELECT id FROM posts WHERE length(title) > \(limit) ORDER BY random()")
  ///   .fetch()
  /// ```
  public func query(sql: SQL) -> RawQuery<Element> {
    RawQuery(source: query.source, statement: sql)
  }
}

/// A query with a hand-written SELECT statement. It cannot be live, because the library does not
/// know which tables the statement reads.
public struct RawQuery<Element: Entity>: Sendable {
  let source: Query<Element>.Source
  let statement: SQL

  /// Returns the entities whose keys the statement returns, in the same order.
  ///
  /// If the statement returns a key twice, the array contains the entity twice.
  ///
  /// - Throws: `DatabaseError` with `.misuse` if the result lacks a column of the key, or if the
  ///   store is in memory. Also the errors of SQLite.
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
              "The result of a query has no column \(name), which is part of the entity's key.",
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

  /// The plan by which SQLite runs the statement, such as which indexes it uses.
  ///
  /// - Throws: The errors of ``fetch()``.
  public var plan: QueryPlan {
    get throws { try QueryPlan(statement, in: table().database) }
  }

  private func table() throws(DatabaseError) -> QueryTable<Element> {
    guard case .table(let table) = source else {
      throw DatabaseError(
        .misuse,
        "A store in memory cannot run SQL.",
        remedy: "Use `query`, or a database in memory."
      )
    }
    return table
  }
}

extension RawQuery: CustomStringConvertible {
  /// The text of the statement. It contains `?` in place of each bound value.
  public var description: String { statement.text }
}
