/// Whoever keeps memory equal to the file. Called on the writing thread.
package protocol CommitObserver: AnyObject, Sendable {
  /// An outermost write is about to begin. Balanced by one ``writeDidEnd()``.
  func writeWillBegin()

  /// COMMIT has returned; the turn is still held, so no later commit can overtake this one. Bring
  /// memory up to date here. No user code: that waits for ``writeDidEnd()``.
  func didCommit(_ changeSet: ChangeSet, in database: Database)

  /// The transaction was undone, or the part of it behind `position` (of
  /// ``Database/changePosition``); the turn is still held.
  func didRollBack(to position: Int?, in database: Database)

  /// The database is closed or gone: let go of what is kept for its sake.
  func databaseDidClose()

  /// The write is over, well or badly, and the turn has been given back: deliver to observers now.
  func writeDidEnd()
}
