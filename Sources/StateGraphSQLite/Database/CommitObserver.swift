/// Keeps objects in memory equal to the file. Called on the writing thread.
package protocol CommitObserver: AnyObject, Sendable {
  /// An outermost write is about to begin. One call of ``writeDidEnd()`` follows.
  func writeWillBegin()

  /// The user's SQL is about to run inside the open write, or the write is about to end. The
  /// observer has to run its deferred statements now; their failure is the transaction's.
  func willUseTransaction()

  /// A nested write begins. All deferred statements have run.
  func nestedWriteWillBegin()

  /// The nested write has succeeded and is part of the outer write.
  func nestedWriteDidEnd()

  /// The write is about to be committed with these changes. User code that prepares
  /// ``didCommit(_:in:)`` runs here. If it writes, its changes become part of the transaction, and
  /// this method is called again.
  func willCommit(_ changeSet: ChangeSet, in database: Database)

  /// COMMIT has returned. The writer lock is still held, so no later commit can overtake this one.
  /// The observer brings memory up to date here, without user code, which waits for
  /// ``writeDidEnd()``.
  func didCommit(_ changeSet: ChangeSet, in database: Database)

  /// The transaction was undone, or only its innermost nested write. The writer lock is still held.
  func didRollBack(nested: Bool, in database: Database)

  /// A snapshot has begun on this thread.
  func snapshotDidBegin()

  /// The snapshot of this thread is about to end.
  func snapshotWillEnd()

  /// The database was closed or deallocated. The observer releases what it keeps for the database.
  func databaseDidClose()

  /// The write has ended, with or without an error, and the writer lock is released. The observer
  /// calls its own observers now.
  func writeDidEnd()
}
