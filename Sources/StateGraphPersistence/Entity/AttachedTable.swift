import StateGraphSQLite

/// Represents the table of an entity that is in a store. It contains the entity's definition, and
/// gives the code of entities access to functions of the store.
///
/// All entities of a table share one object. The store implements the functions in the only
/// subclass, `TableReference`. The code of entities therefore does not depend on the store.
class AttachedTable: @unchecked Sendable {
  // SAFETY: every stored property is immutable, here and in the only subclass.

  /// The declaration of the entity type of the table: its table name, columns and keys.
  let definition: EntityDefinition

  init(_ definition: EntityDefinition) { self.definition = definition }

  /// Returns the value of a column that only the calling thread sees: the uncommitted value inside
  /// its write, or the value inside its snapshot.
  ///
  /// Returns `nil` if the thread sees the committed value of the column.
  func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? { nil }

  /// Makes the graph node that is being evaluated depend on whether the row with this key exists
  /// and can be read.
  func depend(onRow key: RowKey) {}

  /// Removes the state from the table's map of live entities. The `deinit` of the state calls this
  /// function.
  func stateWillDie(_ state: EntityState) {}
}

/// Identifies the row of an entity that is in a store, by the row's table and primary key.
struct EntityAttachment: Sendable {
  let owner: AttachedTable
  let key: RowKey
}
