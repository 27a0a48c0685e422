import StateGraphSQLite

/// A commit observer that uses `didCommit` only.
protocol CommitListener: CommitObserver {}

extension CommitListener {
  func writeWillBegin() {}
  func willUseTransaction() {}
  func nestedWriteWillBegin() {}
  func nestedWriteDidEnd() {}
  func willCommit(_ changeSet: ChangeSet, in database: Database) {}
  func didRollBack(nested: Bool, in database: Database) {}
  func snapshotDidBegin() {}
  func snapshotWillEnd() {}
  func snapshotDidEnd() {}
  func databaseDidClose() {}
  func writeDidEnd() {}
}
