public import StateGraphCore
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

/// A query with a hand-written SELECT statement.
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
    return try table.entities(keys(of: table.database.rows(statement), in: table))
  }

  /// A node that contains the entities whose keys the statement returns, in the same order. The
  /// node is up to date after every commit.
  ///
  /// The statement runs again after the commits that `Database.live(sql:)` describes. Observers are
  /// called only if an entity was added, removed or moved. If reading fails, the error is logged
  /// and the node contains no entities. Each access of this property returns another node.
  ///
  /// - Throws: `DatabaseError` with `.misuse` if the store is in memory. Also the errors of
  ///   `Database.live(sql:)`.
  public var live: Computed<[Element]> {
    get throws {
      let (query, table) = (self, try table())
      let rows = try table.database.live(sql: statement)
      return Computed(
        areEqual: { $0.elementsEqual($1, by: ===) },
        name: "live SQL",
        fileID: "",
        line: 0
      ) { _ in
        table.reporting([]) {
          // Another object can become the entity of a row without a change of any column that the
          // statement reads.
          if !UncommittedValues.areVisible { table.table.membership.depend() }
          let keys = try query.keys(of: rows.wrappedValue, in: table)
          let entities = try table.table.entities(keys)
          return keys.compactMap { entities[$0] }
        }
      }
    }
  }

  private func keys(of rows: [SQLiteRow], in table: QueryTable<Element>) throws -> [RowKey] {
    let names = table.table.definition.keyColumns
    return try rows.map { row in
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
  }

  /// The plan by which SQLite runs the statement. The plan shows, for example, which indexes SQLite
  /// uses.
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
