/// Which rows a pending transaction has changed, and which rules of the schema its changes concern.
///
/// A server's change of another row can make a pending transaction impossible only by such a rule.
struct PendingFootprint: Sendable {
  let sequence: Int64
  private(set) var rows: [RowAddress] = []
  private(set) var concerns: Set<RuleConcern> = []

  init(sequence: Int64) { self.sequence = sequence }

  mutating func add(_ change: PendingChange, in tables: ReplicatedTables) {
    rows.append(RowAddress(table: change.table, key: change.row.key))
    guard let table = tables[change.table] else { return }
    let row = change.row
    if row.new != nil {
      if row.changes(anyOf: table.uniqueColumns) { concerns.insert(.uniqueValue(in: change.table)) }
      if row.changes(anyOf: table.referringColumns) {
        for parent in table.parents { concerns.insert(.reference(to: parent)) }
      }
    }
    if row.old != nil, row.new == nil || row.changes(anyOf: table.referencedColumns) {
      concerns.insert(.removedParent(in: change.table))
    }
  }
}

/// A rule of the schema that compares a row with other rows.
enum RuleConcern: Hashable, Sendable {
  /// A row of the table got a value that must be unique.
  case uniqueValue(in: ByteText)
  /// A row got a reference to a row of the table.
  case reference(to: ByteText)
  /// A row of the table, to which other rows can refer, was deleted or got other referenced values.
  case removedParent(in: ByteText)
}

extension RowChange {
  /// Returns whether one of the columns has another value, or the row was inserted or deleted.
  ///
  /// Returns false for an empty set of columns.
  func changes(anyOf columns: Set<Int>) -> Bool {
    columns.contains { column in
      // A column that was added since the change has no value in the images.
      guard let old, let new, column < min(old.count, new.count) else { return true }
      return !old.isIdentical(at: column, to: new)
    }
  }
}
