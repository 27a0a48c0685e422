import StateGraphCore
import StateGraphSQLite

/// Invalidates the nodes of all undo logs of a database after each commit that changes their steps.
final class UndoSteps: CommitFollower {
  /// The signal on which the nodes of all undo logs depend.
  let signal = Signal(keeping: SignalName("undo logs"))

  private static let table = ByteText(LibraryTable.undo)

  func didCommit(_ changeSet: ChangeSet, in database: Database, _ epoch: inout GraphEpoch) {
    guard changeSet.schemaChanged || changeSet.hasChanges(of: UndoSteps.table) else { return }
    epoch.touch(signal)
  }

  func didRollBack(in database: Database) {}

  func knownTable(_ name: String) -> TableSchema? { nil }
}

extension DatabaseGraph {
  /// The follower of the undo logs of this database.
  var undoSteps: UndoSteps { attachments.object { UndoSteps() } }
}
