import StateGraphNormalization
import StateGraphSQLite

extension Query.Source {
  func update(_ shape: QueryShape, _ assignments: [QueryAssignment]) throws -> Int {
    if assignments.isEmpty { return 0 }
    switch self {
    case .table(let table): return try table.execute(table.change(shape).update(assignments))
    case .memory(let store): return try MemoryQuery(store, shape).update(assignments).count
    }
  }

  func delete(_ shape: QueryShape) throws -> Int {
    switch self {
    case .table(let table): return try table.execute(table.change(shape).deletion())
    case .memory(let store):
      let entities = try MemoryQuery(store, shape).deletion().entities
      for entity in entities { store.delete(entity.typedID) }
      return entities.count
    }
  }
}

extension QueryTable {
  func change(_ shape: QueryShape, _ returning: [QueryExpression] = []) -> ChangeStatement {
    ChangeStatement(
      shape: shape,
      returning: returning,
      type: Element.self,
      rowIDName: rowIDName
    )
  }

  /// Runs a statement that returns no rows, and returns the number of changed rows.
  func execute(_ sql: SQL) throws -> Int { try explaining { try database.execute(sql) } }

  /// Runs a statement with RETURNING. Call inside a write.
  func changed(_ sql: SQL) throws -> [[SQLiteValue]] {
    try explaining { try database.rows(sql).map(\.values) }
  }
}
