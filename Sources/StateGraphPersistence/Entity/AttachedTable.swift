import StateGraphSQLite

/// The table of an attached entity, as far as the entity's state needs to know it.
///
/// All states of one table share one object. `TableReference` in the folder `Store` is the only
/// subclass; through it the state of an entity does not depend on the store.
class AttachedTable: @unchecked Sendable {
  // SAFETY: immutable, and so is the subclass.

  /// The definition of the entities that refer to the table.
  let definition: EntityDefinition

  init(_ definition: EntityDefinition) { self.definition = definition }

  /// A column as only the current thread sees it: inside a write that has touched the row, or
  /// inside a snapshot. Nil if the thread sees the committed value.
  func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? { nil }

  /// The last reference to the state has been released.
  func stateWillDie(_ state: EntityState) {}
}

/// The row of an attached entity: its table and its key.
struct EntityAttachment: Sendable {
  let owner: AttachedTable
  let key: RowKey
}
