import StateGraphNormalization
import StateGraphSQLite

extension Query {
  /// Changes all rows of the query with one UPDATE statement.
  ///
  /// ```swift
  /// try books.query.where { $0.stock == 0 }.update { $0.set(\.isListed, to: false) }
  /// ```
  ///
  /// Inside `Database.write`, the statement is part of the open transaction. Otherwise it is a
  /// transaction of its own. Entities and live queries have the new values when it is committed, as
  /// after any other write. No entity is loaded. The order of the query has an effect only together
  /// with a limit or an offset.
  ///
  /// - Returns: The number of changed rows. A row counts even if its values stay the same.
  /// - Throws: `DatabaseError` with `.misuse` if a property is not stored as it is. `.typeMismatch` if a value cannot be stored. `.constraint` if a row
  ///   violates a constraint. Otherwise, the same errors as `Database.write`. Nothing is changed
  ///   then.
  @discardableResult
  public func update(_ assignments: (inout QueryUpdate<Element>) -> Void) throws -> Int {
    let assignments = try self.assignments(assignments)
    if assignments.isEmpty { return 0 }
    switch source {
    case .table(let table): return try table.execute(try table.update(shape, assignments))
    case .memory(let store): return try MemoryQuery(store, shape).update(assignments).count
    }
  }

  /// Deletes all rows of the query with one DELETE statement.
  ///
  /// Entities and live queries are updated as after any other write. No entity is loaded. SQLite
  /// carries out the actions of foreign keys.
  ///
  /// - Returns: The number of deleted rows. Rows that foreign keys and triggers delete are not
  ///   counted.
  /// - Throws: `DatabaseError` with `.constraint` if other rows refer to a row and their foreign key
  ///   restricts the deletion. Otherwise, the same errors as `Database.write`. Nothing is deleted
  ///   then.
  @discardableResult
  public func delete() throws -> Int {
    switch source {
    case .table(let table): return try table.execute(try table.deletion(shape))
    case .memory(let store):
      let entities = try MemoryQuery(store, shape).deletion().entities
      for entity in entities { store.delete(entity.typedID) }
      return entities.count
    }
  }

  /// Changes all rows of the query as ``update(_:)`` does, and returns values of the changed rows.
  ///
  /// ```swift
  /// let prices = try books.query.update(returning: { ($0.id, $0.price) }) {
  ///   $0.set(\.price, to: $0.price * 2)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - columns: Selects the values to return. They are columns of the row and values that are
  ///     computed from them. A value of another row is `.misuse`.
  ///   - assignments: Sets the properties.
  /// - Returns: The values of each changed row after the update, in no particular order.
  /// - Throws: The errors of ``update(_:)``. Also `.typeMismatch` if a returned value is nil and its
  ///   type is not optional. Nothing in the database is changed then.
  public func update<each Column: QuerySelectable>(
    returning columns: (QueryRow<Element>) -> (repeat each Column),
    _ assignments: (inout QueryUpdate<Element>) -> Void
  ) throws -> [(repeat (each Column).Selected)] {
    let selection = select(columns)
    let assignments = try self.assignments(assignments)
    if assignments.isEmpty { return [] }
    switch source {
    case .table(let table):
      let sql = try table.update(shape, assignments, returning: selection.expressions)
      return try table.database.write { try selection.decoded(table.changed(sql)) }
    case .memory(let store):
      let changed = try MemoryQuery(store, shape)
        .update(assignments, returning: selection.expressions)
      return try selection.decoded(MemoryQuery.values(selection.expressions, of: changed))
    }
  }

  /// Deletes all rows of the query as ``delete()`` does, and returns values of the deleted rows.
  ///
  /// - Parameter columns: Selects the values to return. They are columns of the row and values that
  ///   are computed from them. A value of another row is `.misuse`.
  /// - Returns: The values of each deleted row, in no particular order.
  /// - Throws: The errors of ``delete()``. Also `.typeMismatch` if a returned value is nil and its
  ///   type is not optional. Nothing is deleted then.
  public func delete<each Column: QuerySelectable>(
    returning columns: (QueryRow<Element>) -> (repeat each Column)
  ) throws -> [(repeat (each Column).Selected)] {
    let selection = select(columns)
    switch source {
    case .table(let table):
      let sql = try table.deletion(shape, returning: selection.expressions)
      return try table.database.write { try selection.decoded(table.changed(sql)) }
    case .memory(let store):
      let memory = try MemoryQuery(store, shape)
      let (entities, values) = try memory.deletion(returning: selection.expressions)
      let rows = try selection.decoded(values)
      for entity in entities { store.delete(entity.typedID) }
      return rows
    }
  }

  private func assignments(
    _ body: (inout QueryUpdate<Element>) -> Void
  ) throws(DatabaseError) -> [QueryAssignment] {
    var update = QueryUpdate(row)
    body(&update)
    if let failure = update.failure { throw failure }
    return update.assignments
  }
}

extension QueryTable {
  fileprivate func update(
    _ shape: QueryShape,
    _ assignments: [QueryAssignment],
    returning: [QueryExpression] = []
  ) throws(DatabaseError) -> SQL {
    try change(shape, returning).update(assignments)
  }

  fileprivate func deletion(
    _ shape: QueryShape,
    returning: [QueryExpression] = []
  ) throws(DatabaseError) -> SQL {
    try change(shape, returning).deletion()
  }

  private func change(_ shape: QueryShape, _ returning: [QueryExpression]) -> ChangeStatement {
    ChangeStatement(
      shape: shape,
      returning: returning,
      type: Element.self,
      rowIDName: rowIDName
    )
  }

  fileprivate func execute(_ sql: SQL) throws -> Int {
    try explaining { try database.execute(sql) }
  }

  /// Runs a statement with RETURNING. Call inside a write.
  fileprivate func changed(_ sql: SQL) throws -> [[SQLiteValue]] {
    try explaining { try database.rows(sql).map(\.values) }
  }
}
