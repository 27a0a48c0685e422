/// Whoever keeps memory equal to the file. Called on the writing thread.
package protocol CommitObserver: AnyObject, Sendable {
  /// An outermost write is about to begin. Balanced by one ``writeDidEnd()``.
  func writeWillBegin()

  /// SQL of the user's is about to run inside the open write, or the write is about to end: what
  /// was put off must be in the transaction before. A failure is the transaction's.
  func willUseTransaction()

  /// A nested write begins; everything that was put off is in the transaction.
  func nestedWriteWillBegin()

  /// The nested write has become part of the one around it.
  func nestedWriteDidEnd()

  /// The write is about to be committed, with these changes. The place for user code that decides
  /// what ``didCommit(_:in:)`` does: whatever it writes is part of the write, and this is called
  /// again.
  func willCommit(_ changeSet: ChangeSet, in database: Database)

  /// COMMIT has returned; the turn is still held, so no later commit can overtake this one. Bring
  /// memory up to date here. No user code: that waits for ``writeDidEnd()``.
  func didCommit(_ changeSet: ChangeSet, in database: Database)

  /// The transaction was undone, or only its innermost nested write; the turn is still held.
  func didRollBack(nested: Bool, in database: Database)

  /// This thread reads a snapshot from now on.
  func snapshotDidBegin()

  /// The snapshot of this thread is over.
  func snapshotWillEnd()

  /// The database is closed or gone: let go of what is kept for its sake.
  func databaseDidClose()

  /// The write is over, well or badly, and the turn has been given back: deliver to observers now.
  func writeDidEnd()
}
