import StateGraphCore
import StateGraphLive
import StateGraphSQLite

/// Passes the changed rows of a joined table to the live query that joins this table. A
/// ``ResultSlot`` has one such object for each joined table.
final class JoinedTableSlot: LiveSlot {
  var signal: Signal { slot.signal }
  private let slot: ResultSlot
  private let table: AnyEntityTable
  private let path: SourcePath

  init(_ slot: ResultSlot, table: AnyEntityTable, path: SourcePath) {
    (self.slot, self.table, self.path) = (slot, table, path)
  }

  func receive(_ change: RowChange, in commit: CommitContext) -> Bool {
    if path.ownColumns.count > 1 { return receiveKeys(change, in: commit) }
    guard let column = table.schema.columnIndex(path.ownColumns[0].string) else {
      slot.reset(commit)
      return true
    }
    var isRelated = false
    for image in [change.old, change.new].compactMap({ $0 }) where !image[column].isNull {
      isRelated = true
      slot.receive(.related(path, .value(image[column])), in: commit)
    }
    return isRelated
  }

  /// Passes on the change of a row that the query joins by several columns.
  ///
  /// Returns whether the change may affect the result.
  private func receiveKeys(_ change: RowChange, in commit: CommitContext) -> Bool {
    let schema = table.schema
    let columns = path.ownColumns.compactMap { schema.columnIndex($0.string) }
    guard columns.count == path.ownColumns.count else {
      slot.reset(commit)
      return true
    }
    var isRelated = false
    for image in [change.old, change.new].compactMap({ $0 }) {
      let values = columns.map { image[$0] }
      if values.contains(.null) { continue }
      isRelated = true
      slot.receive(.related(path, .values(values)), in: commit)
    }
    return isRelated
  }

  func reset(_ commit: CommitContext) { slot.reset(commit) }
}
