/// Keeps the entities and queries in memory equal to the database file. Except for
/// ``databaseDidClose()`` and the snapshot methods, the methods are called on the thread that
/// writes.
package protocol CommitObserver: AnyObject, Sendable {
  /// Called before an outermost write begins. The database calls ``writeDidEnd()`` once for each
  /// call of this method.
  func writeWillBegin()

  /// Called before SQL of the user runs inside the open write, and before the write ends. The
  /// observer must now run the statements that it has deferred. If one of them fails, the
  /// transaction fails.
  func willUseTransaction()

  /// Called when a nested write begins, after all deferred statements have run.
  func nestedWriteWillBegin()

  /// Called when a nested write has succeeded. Its changes are now part of the outer write.
  func nestedWriteDidEnd()

  /// Called before COMMIT with the changes to be committed. The observer prepares
  /// ``didCommit(_:in:)`` here and may run user code. If that code writes, its changes become part
  /// of the transaction, and this method is called again.
  func willCommit(_ changeSet: ChangeSet, in database: Database)

  /// Called after COMMIT has succeeded. The database still holds the writer lock, so no later
  /// commit can be reported before this one. The observer updates its objects in memory here. It
  /// must not run user code before ``writeDidEnd()``.
  func didCommit(_ changeSet: ChangeSet, in database: Database)

  /// Called after a rollback of the whole transaction, or of its innermost nested write only. The
  /// database still holds the writer lock.
  func didRollBack(nested: Bool, in database: Database)

  /// Called on the reading thread when its snapshot has begun.
  func snapshotDidBegin()

  /// Called on the reading thread before its snapshot ends.
  func snapshotWillEnd()

  /// Called when the database was closed or deallocated. The observer releases what it keeps for
  /// the database.
  func databaseDidClose()

  /// Called after a write has ended, with or without an error, and the writer lock was released.
  /// The observer now calls the observers that the user has registered.
  func writeDidEnd()
}
