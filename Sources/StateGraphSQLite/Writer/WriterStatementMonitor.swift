import CSQLite

/// Passes the statements of a writer connection to the change log, which records changed rows.
///
/// Refuses a statement that would write after SQLite itself has ended the transaction. Only the
/// thread that holds the writer connection may use this object.
final class WriterStatementMonitor: StatementMonitor {
  /// Whether a transaction of `beginWrite()` has begun and its caller has not ended it yet.
  ///
  /// Stays true if SQLite itself ends the transaction. The monitor then refuses to write.
  @exclusivity(unchecked) var isWriting = false

  /// Moves the changed rows of ``ChangeSpill`` into chunk rows of the file.
  var moveSpill: (() throws(DatabaseError) -> Void)?

  private let handle: OpaquePointer
  private let changeLog: ChangeLog

  init(handle: OpaquePointer, changeLog: ChangeLog, counter: StatementCounter) {
    self.handle = handle
    self.changeLog = changeLog
    super.init(counter: counter)
  }

  private var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Checks a statement before it runs, and passes it to the change log.
  ///
  /// - Throws: `.interrupted` if the statement writes after SQLite has ended the transaction.
  ///   SQLite would commit such a statement immediately, and a rollback could not undo it.
  override func statementWillRun(_ statement: Statement) throws(DatabaseError) {
    statement.isInsideWrite = isWriting && !isAutocommit
    if isWriting, !statement.isInsideWrite, !statement.isReadOnly { throw .transactionHasEnded }
    try super.statementWillRun(statement)
    if changeLog.spill.isPending, isSpillDue(before: statement) { try moveSpill?() }
    changeLog.statementWillRun(statement)
  }

  /// Returns whether the spilled rows must be moved before the statement runs.
  ///
  /// A savepoint must contain the chunk rows of later changes only. A statement that changes rows
  /// sets the counts of changed rows itself, so that it may follow the insertion of chunk rows.
  private func isSpillDue(before statement: Statement) -> Bool {
    guard isWriting, !isAutocommit else { return false }
    if statement.effects.contains(.savepoint) {
      return !statement.effects.contains(.rollbackToSavepoint)
    }
    return changeLog.spill.isLarge && statement.effects.isEmpty && !statement.isReadOnly
  }

  /// Passes a finished statement to the change log.
  ///
  /// - Throws: `.outOfMemory` if SQLite has rolled the transaction back without an error.
  override func statementDidFinish(_ statement: Statement) throws(DatabaseError) {
    changeLog.statementDidFinish(statement)
    let wasUndone = statement.isInsideWrite && isWriting && isAutocommit
    if wasUndone, !statement.effects.contains(.transaction) { throw .transactionWasUndone }
  }

  override func statementDidFail(_ statement: Statement) {
    changeLog.statementDidFail(statement)
  }
}
