import StateGraphNormalization
import StateGraphSQLite

extension QuerySelection {
  /// Changes all rows as ``Query/update(_:)`` does, and returns the selected values of these rows.
  ///
  /// ```swift
  /// let prices = try books.query.select { ($0.id, $0.price) }.update {
  ///   $0.set(\.price, to: $0.price * 2)
  /// }
  /// ```
  ///
  /// - Returns: The values of each changed row after the update, in no particular order.
  /// - Throws: The errors of ``Query/update(_:)``. `.misuse` if a selected value is a value of
  ///   another row, or if the selection is distinct. `.typeMismatch` if a selected value is nil and
  ///   its type is not optional. If the method throws, nothing in the database is changed,
  ///   except after `.notDurable`.
  public func update(_ assignments: (inout QueryUpdate<Element>) -> Void) throws -> [Row] {
    try requireRows()
    let assignments = try QueryUpdate.assignments(query.row, body: assignments)
    if assignments.isEmpty { return [] }
    switch query.source {
    case .table(let table):
      return try table.stamping(assignments) { assignments in
        let sql = try table.change(query.shape, returning: expressions).update(assignments)
        return try table.database.write { try decoded(table.changed(sql)) }
      }
    case .memory(let store):
      let changed = try MemoryQuery(store, shape: query.shape).update(
        assignments,
        returning: expressions
      )
      return try decoded(MemoryQuery.values(expressions, of: changed))
    }
  }

  /// Deletes all rows as ``Query/delete()`` does, and returns the selected values of these rows.
  ///
  /// - Returns: The values of each deleted row, in no particular order.
  /// - Throws: The errors of ``Query/delete()``. `.misuse` if a selected value is a value of
  ///   another row, or if the selection is distinct. `.typeMismatch` if a selected value is nil and
  ///   its type is not optional. If the method throws, nothing is deleted, except after
  ///   `.notDurable`.
  public func delete() throws -> [Row] {
    try requireRows()
    switch query.source {
    case .table(let table):
      let sql = try table.change(query.shape, returning: expressions).deletion()
      return try table.database.write { try decoded(table.changed(sql)) }
    case .memory(let store):
      let memory = try MemoryQuery(store, shape: query.shape)
      let (entities, values) = try memory.deletion(returning: expressions)
      let rows = try decoded(values)
      for entity in entities { store.delete(entity.typedID) }
      return rows
    }
  }

  private func requireRows() throws(DatabaseError) {
    guard !isDistinct else {
      throw DatabaseError(
        .misuse,
        "A distinct selection cannot change rows, because its values belong to no particular row.",
        remedy: "Leave out distinct()."
      )
    }
  }
}
