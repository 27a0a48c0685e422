import StateGraphSQLite

/// The part of a database table that the state of an entity uses.
///
/// The states of one table share one object. The store implements it in the only subclass,
/// `TableReference`. The state of an entity therefore does not depend on the store.
class AttachedTable: @unchecked Sendable {
  // SAFETY: every stored property is immutable, here and in the only subclass.

  /// The declaration of the entity type whose states use this object.
  let definition: EntityDefinition

  init(_ definition: EntityDefinition) { self.definition = definition }

  /// Returns the value of a column that only the current thread sees.
  ///
  /// This is the case inside a write that has touched the row, and inside a snapshot. Returns `nil`
  /// if the thread sees the committed value.
  func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? { nil }

  /// Makes the graph node that is being evaluated depend on whether the row with this key exists
  /// and can be read.
  func depend(onRow key: RowKey) {}

  /// Called by the `deinit` of a state, so that the table removes the state from its map.
  func stateWillDie(_ state: EntityState) {}
}

/// The row of an entity that is in a store, given by the row's table and primary key.
struct EntityAttachment: Sendable {
  let owner: AttachedTable
  let key: RowKey
}
