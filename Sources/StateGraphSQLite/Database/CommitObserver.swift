/// An object that keeps the entities and queries in memory equal to the database file.
///
/// The database calls most methods on the thread that writes. It calls ``databaseDidClose()`` on
/// the thread that closes or releases the database. It calls the two snapshot methods on the thread
/// that reads.
package protocol CommitObserver: AnyObject, Sendable {
  /// Called before an outermost write runs its body. A write is outermost if it is not inside
  /// another write.
  ///
  /// Also called before the database updates memory to commits of other processes. The database
  /// calls ``writeDidEnd()`` once for each call of this method.
  func writeWillBegin()

  /// Called before the open transaction must be up to date: before SQL of the user, a nested write,
  /// and the end of the write.
  ///
  /// The observer must now run the statements that it has deferred. If one of them fails, the
  /// transaction fails.
  func willUseTransaction()

  /// Called when a `write` inside another `write` begins. All deferred statements have already run.
  func nestedWriteWillBegin()

  /// Called when a `write` inside another `write` ends without being undone on its own.
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

  /// Called on the reading thread before its snapshot ends. The snapshot can still be read here.
  func snapshotWillEnd()

  /// Called after the database was closed, and again when it is deallocated.
  ///
  /// The observer must release everything that it keeps for the database.
  func databaseDidClose()

  /// Called after an outermost write has ended, with or without an error.
  ///
  /// The database has already released the writer lock. The observer now calls the observers that
  /// the user has registered.
  func writeDidEnd()
}
