import StateGraphSQLite

/// The table of an entity that is in a store: the entity's definition, and functions of the store.
///
/// All entities of a table share one object. The store implements the functions in the only
/// subclass, `TableReference`. The code of entities therefore does not depend on the store.
class AttachedTable: @unchecked Sendable {
  // SAFETY: every stored property is immutable, here and in the only subclass.

  /// The declaration of the entity type whose states use this object.
  let definition: EntityDefinition

  init(_ definition: EntityDefinition) { self.definition = definition }

  /// Returns the uncommitted value of a column inside a write, or the value inside a snapshot.
  ///
  /// Returns `nil` if the current thread sees the committed value of the column.
  func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? { nil }

  /// Makes the graph node that is being evaluated depend on whether the row with this key exists
  /// and can be read.
  func depend(onRow key: RowKey) {}

  /// Removes the state from the table's map of live entities. The `deinit` of the state calls this
  /// function.
  func stateWillDie(_ state: EntityState) {}
}

/// The row of an entity that is in a store, given by the row's table and primary key.
struct EntityAttachment: Sendable {
  let owner: AttachedTable
  let key: RowKey
}
