import StateGraphSQLite

/// The table of an attached entity, as its state refers to it.
///
/// The entities of a table share one object. An entity that stands in for a missing row has a
/// reference of its own: its own definition, and the table of the row that refers to the missing
/// one.
final class TableReference: AttachedTable, @unchecked Sendable {
  // SAFETY: immutable.
  let table: AnyEntityTable

  init(_ definition: EntityDefinition, _ table: AnyEntityTable) {
    self.table = table
    super.init(definition)
  }

  override func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? {
    // The stand-in for a missing row has other columns than the table.
    guard definition === table.definition else { return nil }
    return table.privateValue(ofColumn: index, of: state)
  }

  override func stateWillDie(_ state: EntityState) { table.stateWillDie(state) }
}

extension EntityState {
  /// The table of the row; nil while detached. A deleted entity keeps its table.
  var table: AnyEntityTable? { attachedTable?.reference.table }
}

extension EntityAttachment {
  var table: AnyEntityTable { owner.reference.table }
}

extension AttachedTable {
  /// Every attached table is a `TableReference`: no other subclass exists, and the store alone
  /// creates them.
  fileprivate var reference: TableReference { unsafeDowncast(self, to: TableReference.self) }
}
