/// An object that updates the entities and queries in memory after each commit. A ``Database`` has
/// at most one.
///
/// The database calls most methods on the thread that writes. It calls ``databaseDidClose()`` on
/// the thread that closes or releases the database. It calls the two snapshot methods on the thread
/// that reads.
package protocol CommitObserver: AnyObject, Sendable {
  /// Called before an outermost write (a write that is not inside another write) runs its body.
  ///
  /// The database also calls this method before it publishes commits of other processes. It calls
  /// ``writeDidEnd()`` once for each call of this method.
  func writeWillBegin()

  /// Called when all delayed statements of the open transaction must run. A delayed statement is
  /// the UPDATE of an assignment to a property, which the observer has not yet run.
  ///
  /// The database calls this method before SQL of the user, before a nested write, and at the end
  /// of the write. If a statement fails, the transaction fails.
  func willUseTransaction()

  /// Called when a `write` inside another `write` begins. The database has called
  /// ``willUseTransaction()`` before, so all delayed statements have run.
  func nestedWriteWillBegin()

  /// Called when a `write` inside another `write` ends without being undone.
  ///
  /// The changes of the nested write now belong to the outer write.
  func nestedWriteDidEnd()

  /// Called before COMMIT, with the changes that COMMIT is about to make permanent.
  ///
  /// The observer prepares ``didCommit(_:in:)`` here and may run user code. If that code writes,
  /// its changes become part of the transaction. The database then calls this method again.
  func willCommit(_ changeSet: ChangeSet, in database: Database)

  /// Called after COMMIT has succeeded, so that the observer updates its objects in memory.
  ///
  /// The database still holds the writer lock, so it cannot report a later commit before this one.
  /// The observer must not run user code before ``writeDidEnd()``.
  func didCommit(_ changeSet: ChangeSet, in database: Database)

  /// Called after a rollback, while the database still holds the writer lock.
  ///
  /// - Parameters:
  ///   - nested: Whether only the innermost nested write was undone. If false, the complete
  ///     transaction was undone.
  ///   - database: The database of the transaction.
  func didRollBack(nested: Bool, in database: Database)

  /// Called on the reading thread after ``Database/read(_:)`` has begun its snapshot, a view of one
  /// commit.
  func snapshotDidBegin()

  /// Called on the reading thread before its snapshot ends. The snapshot can still be read.
  func snapshotWillEnd()

  /// Called on the reading thread after its snapshot has ended. The thread holds no connection, so
  /// the observer may call code of the app.
  func snapshotDidEnd()

  /// Called after the database was closed, and a second time when the database is deallocated.
  ///
  /// The observer must release everything that it stores for the database.
  func databaseDidClose()

  /// Called after an outermost write has ended, with or without an error. With full durability,
  /// called after the flush of the disk.
  ///
  /// The database has already released the writer lock. The method therefore may run user code: it
  /// calls the observers that the user has registered.
  func writeDidEnd()
}
