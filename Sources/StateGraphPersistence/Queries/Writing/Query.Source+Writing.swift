import StateGraphNormalization
import StateGraphSQLite

extension Query.Source {
  func update(_ shape: QueryShape, assignments: [QueryAssignment]) throws -> Int {
    if assignments.isEmpty { return 0 }
    switch self {
    case .table(let table):
      return try table.stamping(assignments) { try table.execute(table.change(shape).update($0)) }
    case .memory(let store): return try MemoryQuery(store, shape: shape).update(assignments).count
    }
  }

  func delete(_ shape: QueryShape) throws -> Int {
    switch self {
    case .table(let table): return try table.execute(table.change(shape).deletion())
    case .memory(let store):
      let entities = try MemoryQuery(store, shape: shape).deletion().entities
      for entity in entities { store.delete(entity.typedID) }
      return entities.count
    }
  }
}

extension QueryTable {
  func change(
    _ shape: QueryShape,
    returning: [QueryExpression] = []
  ) throws(DatabaseError) -> ChangeStatement {
    try requireEntities(of: shape)
    return ChangeStatement(
      shape: shape,
      returning: returning,
      type: Element.self,
      rowIDName: rowIDName
    )
  }

  /// Runs an update with the given assignments, and with assignments of the write's time to the
  /// columns with `.timestamp(.update)`.
  ///
  /// A timestamp column that `assignments` sets is left out, so that it keeps the assigned value.
  func stamping<Result>(
    _ assignments: [QueryAssignment],
    update: ([QueryAssignment]) throws -> Result
  ) throws -> Result {
    let properties = Set(assignments.map(\.property))
    let timestamps = table.definition.updateTimestamps.map { table.definition.columns[$0].path }
      .map { PropertyPath($0) }.filter { !properties.contains($0) }
    if timestamps.isEmpty { return try update(assignments) }
    // All statements of one write use the same time, so the time is read inside the write.
    return try database.write {
      let time = QueryExpression.value(table.graph.writeTime.value)
      return try update(
        assignments + timestamps.map { QueryAssignment(property: $0, value: time) { _, _ in {} } }
      )
    }
  }

  /// Runs a statement that returns no rows, and returns the number of changed rows.
  func execute(_ sql: SQL) throws -> Int { try explaining { try database.execute(sql) } }

  /// Runs a statement with a RETURNING clause, and returns the values of each changed row. The
  /// caller must be inside a write.
  func changed(_ sql: SQL) throws -> [[SQLiteValue]] {
    try explaining { try database.rows(sql).map(\.values) }
  }
}
