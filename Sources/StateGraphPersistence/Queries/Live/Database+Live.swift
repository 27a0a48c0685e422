public import StateGraphCore
public import StateGraphSQLite

extension Database {
  /// Returns a node that contains the rows of your own SELECT. The node is up to date after every
  /// commit.
  ///
  /// ```swift
  /// let counts = try database.live(
  ///   sql: "SELECT author_id, count(*) AS n FROM posts GROUP BY author_id"
  /// )
  /// ```
  ///
  /// SQLite reports which tables and columns the SELECT reads, also in views, sub-queries and
  /// common table expressions. After a commit of any process that has changed one of these columns,
  /// or has inserted or deleted a row of one of these tables, the next read runs the SELECT again.
  /// After a commit of other changes, the SELECT does not run. Observers are called only if the
  /// rows differ.
  ///
  /// Inside `write` and `Database.read`, a read of the node runs the SELECT in the
  /// transaction or in the snapshot.
  ///
  /// Interpolated values are bound once. For other values, create another node. Each node runs its
  /// own SELECT, so share one node between several users of the rows. The node keeps the database
  /// open. If another thread has an open write, this method waits for its end.
  ///
  /// After a change of the schema, the library examines the SELECT again. If the SELECT can no
  /// longer be live, the error is logged, and the node is empty until a later change of the schema.
  ///
  /// - Parameter sql: One SELECT on tables of the database file. `USING` and `NATURAL` make the
  ///   node depend on all columns of the tables.
  /// - Throws: `DatabaseError` with `.misuse` if the result can change without a reported change of
  ///   a row. Such a statement reads a virtual table, a table of SQLite or of this library, a
  ///   pragma, a TEMP table, the rowid of a table with another primary key, the current time, or a
  ///   function such as `random`. The error is also `.misuse` for a statement that is no SELECT,
  ///   and `.invalidSQL` for several statements. Otherwise, the same errors as
  ///   `Database.rows`.
  public func live(sql: SQL) throws -> Computed<[SQLiteRow]> {
    try LiveStatement.following(sql, in: self).node()
  }

  /// Returns a node that contains the rows of your own SELECT as values of a `Decodable` type.
  ///
  /// Commits update the node in the same way as a node of ``live(sql:)``. If a row cannot be
  /// decoded, the node is empty and the error is logged.
  ///
  /// - Parameters:
  ///   - type: The type of each row. `SQLiteRow.decode(_:)` describes how its members are read.
  ///   - sql: One SELECT.
  /// - Throws: The errors of ``live(sql:)``.
  public func live<Value: Decodable & Sendable>(
    _ type: Value.Type,
    sql: SQL
  ) throws -> Computed<[Value]> {
    try LiveStatement.following(sql, in: self).node(orOnError: []) { rows in
      try rows.map { try $0.decode(type) }
    }
  }

  /// Returns a node that contains the values in the first column of your own SELECT, one for each
  /// row.
  ///
  /// Commits update the node in the same way as a node of ``live(sql:)``. If a value cannot be
  /// converted, the node is empty and the error is logged.
  ///
  /// - Parameters:
  ///   - type: The type of the values. If values can be NULL, pass an optional type.
  ///   - sql: One SELECT.
  /// - Throws: The errors of ``live(sql:)``.
  public func liveValues<Value: Bindable>(
    _ type: Value.Type,
    sql: SQL
  ) throws -> Computed<[Value]> {
    try LiveStatement.following(sql, in: self).node(orOnError: []) { rows in
      try rows.map { try $0[0, as: type] }
    }
  }

  /// Returns a node that contains the value in the first column of the first row of your own
  /// SELECT. The node contains nil if there is no row, or if the value is NULL.
  ///
  /// Commits update the node in the same way as a node of ``live(sql:)``. If the value cannot be
  /// converted, the node contains nil and the error is logged.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - sql: One SELECT.
  /// - Throws: The errors of ``live(sql:)``.
  public func liveValue<Value: Bindable>(
    _ type: Value.Type,
    sql: SQL
  ) throws -> Computed<Value?> {
    try LiveStatement.following(sql, in: self).node(orOnError: nil) { rows in
      try rows.first?[0, as: Value?.self] ?? nil
    }
  }
}
