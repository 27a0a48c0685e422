/// The open transaction of a database, and the parts of the database that all its writes share. A
/// ``WriteSession`` runs each write.
///
/// The caller of a method must hold the writer lock.
final class WriteTransactions: @unchecked Sendable {
  // SAFETY: `open`, `origin`, `undoSchemas` and `undoSteps` are used only while the database's
  // writer lock is held.

  /// The open transaction: how many `write` calls it consists of, and whether it has failed.
  struct Transaction {
    /// The number of open `write` calls, one inside the other.
    ///
    /// Each call except the outermost is a savepoint.
    var depth = 1
    /// The first error of a write that cannot throw, such as an assignment.
    ///
    /// If the error is set, the transaction is undone when it ends.
    var failure: (any Error)?
    /// Records the changes of the transaction in an undo log. Nil for a write that is not undoable.
    let recorder: UndoRecorder?
  }

  /// The open transaction, or nil if none is open. Guarded by the database's writer lock.
  @exclusivity(unchecked) var open: Transaction?

  /// The place that began the outermost write, until the write ends. Nil outside of a write, and
  /// while commits of other processes are published. Guarded by the database's writer lock.
  @exclusivity(unchecked) var origin: WritePlace?

  /// The tables whose rows an undo step can contain. Guarded by the database's writer lock.
  let undoSchemas = UndoSchemas()
  /// The steps of undo logs that are known. Guarded by the database's writer lock.
  let undoSteps = UndoStepCache()

  /// Flushes the commits of several threads together, with full durability.
  let groupCommit: GroupCommit
  /// Runs asynchronous writes one after the other on separate threads.
  let queue = WriteQueue()

  /// - Parameter sharesFlushes: Whether several writes may share a flush of the disk.
  init(sharesFlushes: Bool) {
    groupCommit = GroupCommit(isUsed: sharesFlushes)
  }

  var isOpen: Bool { open != nil }

  /// The number of open `write` calls, one inside the other. 0 if no transaction is open.
  var depth: Int { open?.depth ?? 0 }

  /// Makes the open transaction fail with an error.
  ///
  /// When the transaction ends, it is undone, and its `write` throws the error. Does nothing if an
  /// earlier error is already stored.
  func fail(with error: any Error) {
    if open?.failure == nil { open?.failure = error }
  }
}
