package import StateGraphSQLite

/// A commit observer that has only the functions which its test needs. The others do nothing, so it
/// leaves out what an observer does in them.
package protocol CommitListener: CommitObserver {}

extension CommitListener {
  package func writeWillBegin() {}
  package func willUseTransaction() {}
  package func nestedWriteWillBegin() {}
  package func nestedWriteDidEnd() {}
  package func willCommit(_ changeSet: ChangeSet, in database: Database) {}
  package func didCommit(_ changeSet: ChangeSet, in database: Database) {}
  package func didRollBack(nested: Bool, in database: Database) {}
  package func snapshotDidBegin() {}
  package func snapshotWillEnd() {}
  package func snapshotDidEnd() {}
  package func databaseDidClose() {}
  package func writeDidEnd() {}
}
