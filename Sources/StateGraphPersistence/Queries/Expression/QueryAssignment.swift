import StateGraphSQLite

/// The assignment of a value to a property, for each row of a query.
struct QueryAssignment: Sendable {
  let property: PropertyPath
  let value: QueryExpression
  /// Returns an action that sets the property of an entity in memory to a value. Throws if the
  /// property cannot hold the value. Nothing changes before the action runs.
  let change: @Sendable (any Entity, SQLiteValue) throws -> () -> Void
}
