import StateGraphSQLite

extension MemoryQuery {
  /// Carries out assignments for the entities of the query, and returns these entities.
  ///
  /// All values are computed before the first entity is changed.
  ///
  /// - Throws: The errors that the same update throws for a database. After an error, no entity is
  ///   changed.
  func update(
    _ assignments: [QueryAssignment],
    returning: [QueryExpression] = []
  ) throws -> [Element] {
    _ = try change(returning).update(assignments)
    let entities = try entities()
    let rows = try Self.values(assignments.map(\.value), of: entities)
    var changes: [() -> Void] = []
    for (entity, row) in zip(entities, rows) {
      for (assignment, value) in zip(assignments, row) {
        changes.append(try assignment.change(entity, value))
      }
    }
    for change in changes { change() }
    return entities
  }

  /// Returns the entities of the query, and the values of the expressions for each of them.
  ///
  /// - Throws: The errors that the same deletion throws for a database.
  func deletion(
    returning: [QueryExpression] = []
  ) throws(DatabaseError) -> (entities: [Element], values: [[SQLiteValue]]) {
    _ = try change(returning).deletion()
    let entities = try entities()
    return (entities, try Self.values(returning, of: entities))
  }

  /// Returns the statement that a database would run. The statement is only rendered to SQL, so
  /// that the method throws the same errors as for a database.
  private func change(_ returning: [QueryExpression]) -> ChangeStatement {
    ChangeStatement(
      shape: QueryShape(),
      returning: returning,
      type: Element.self,
      rowIDName: "rowid"
    )
  }
}
