package import StateGraphSQLite

extension Entity {
  /// The database of the entity's row, or nil if the entity has no row, or if its database was
  /// closed.
  package var database: Database? {
    guard let table = _$entity.table else { return nil }
    return try? table.context.graph.database()
  }
}
