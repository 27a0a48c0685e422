import StateGraphSQLite

/// The object through which an entity refers to its table. The entities of a table share one
/// object.
///
/// If a referenced row does not exist, a stand-in object represents it. The stand-in has a
/// reference of its own, which contains the definition of the stand-in's type, and the table of the
/// referring row.
final class TableReference: AttachedTable, @unchecked Sendable {
  // SAFETY: every stored property is immutable.
  let table: AnyEntityTable

  init(_ definition: EntityDefinition, table: AnyEntityTable) {
    self.table = table
    super.init(definition)
  }

  override func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? {
    // The stand-in for a missing row has a different definition, with other columns than the table.
    guard definition === table.definition else { return nil }
    return table.privateValue(ofColumn: index, of: state)
  }

  override func depend(onRow key: RowKey) { table.context.presence.depend(on: key) }

  override func stateWillDie(_ state: EntityState) { table.stateWillDie(state) }
}

extension EntityState {
  /// The table that contains the row, or nil if the entity has no row yet.
  ///
  /// A deleted entity keeps its table.
  var table: AnyEntityTable? { attachedTable?.reference.table }
}

extension EntityAttachment {
  var table: AnyEntityTable { owner.reference.table }
}

extension AttachedTable {
  /// This object as a `TableReference`.
  ///
  /// The cast is safe, because no other subclass exists, and only the store creates attached
  /// tables.
  fileprivate var reference: TableReference { unsafeDowncast(self, to: TableReference.self) }
}
