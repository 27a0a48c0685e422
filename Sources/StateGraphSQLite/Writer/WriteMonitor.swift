import CSQLite

/// Passes the statements of a writer to the change log. Refuses a statement that would run after
/// SQLite has ended the transaction by itself.
///
/// Only the thread that holds the writer may use it.
final class WriteMonitor: StatementMonitor {
  /// True from `beginWrite()` until the transaction's end. It stays true even if SQLite has already
  /// ended the transaction by itself.
  @exclusivity(unchecked) var isWriting = false

  /// Whether a statement has changed the schema since the writer last decided whether to trust the
  /// schema.
  var schemaHasChanged = false

  private let handle: OpaquePointer
  private let changeLog: ChangeLog

  init(handle: OpaquePointer, changeLog: ChangeLog, counter: StatementCounter) {
    self.handle = handle
    self.changeLog = changeLog
    super.init(counter: counter)
  }

  private var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// - Throws: `.interrupted` for a statement that writes after SQLite has ended the transaction.
  ///   The statement would be a transaction of its own, and would be kept even if the rest is
  ///   undone.
  override func statementWillRun(_ statement: Statement) throws(DatabaseError) {
    statement.isInsideWrite = isWriting && !isAutocommit
    if isWriting, !statement.isInsideWrite, !statement.isReadOnly { throw .transactionHasEnded }
    try super.statementWillRun(statement)
    changeLog.statementWillRun(statement)
  }

  /// - Throws: `.outOfMemory` if SQLite has rolled the transaction back without reporting an error.
  override func statementDidFinish(_ statement: Statement) throws(DatabaseError) {
    if statement.effects.changesSchema { schemaHasChanged = true }
    changeLog.statementDidFinish(statement)
    let wasUndone = statement.isInsideWrite && isWriting && isAutocommit
    if wasUndone, !statement.effects.contains(.transaction) { throw .transactionWasUndone }
  }

  override func statementDidFail(_ statement: Statement) {
    changeLog.statementDidFail(statement)
  }
}
