import StateGraphSQLite

extension Query {
  /// Changes all rows of the query with one UPDATE statement.
  ///
  /// Inside `Database.write`, the statement is part of the open transaction. Otherwise, the
  /// statement is a transaction of its own. The commit updates entities and live queries, as after
  /// any other write. No entity is loaded. The order of the query has an effect only together with
  /// a limit or an offset. To get values of the changed rows, use ``QuerySelection/update(_:)``.
  ///
  /// The statement also sets the columns with `.timestamp(.update)` to the time of the write, in
  /// every row of the query, unless an assignment sets them.
  ///
  /// - Returns: The number of changed rows. A row counts even if its values stay the same.
  /// - Throws: `DatabaseError` with `.misuse` if a column stores a property in another form.
  ///   `.typeMismatch` if a value cannot be stored. `.constraint` if a row violates a constraint.
  ///   Otherwise, the errors of `Database.write`. Except after `.notDurable`, nothing is changed.
  @discardableResult
  public func update(_ assignments: (inout QueryUpdate<Element>) -> Void) throws -> Int {
    try source.update(shape, assignments: QueryUpdate.assignments(row, body: assignments))
  }

  /// Deletes all rows of the query with one DELETE statement.
  ///
  /// Entities and live queries are updated as after any other write. No entity is loaded. SQLite
  /// carries out the actions of foreign keys.
  ///
  /// - Returns: The number of deleted rows. Rows that foreign keys and triggers delete are not
  ///   counted.
  /// - Throws: `DatabaseError` with `.constraint` if a foreign key restricts the deletion.
  ///   Otherwise, the errors of `Database.write`. Except after `.notDurable`, nothing is deleted.
  @discardableResult
  public func delete() throws -> Int { try source.delete(shape) }
}
