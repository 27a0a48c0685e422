import Synchronization

/// Counts the statements that all connections of a database run, for ``Database/statementCounts``.
///
/// For example, a test checks with these counts that some code runs no SELECT.
package final class StatementCounter: Sendable {
  private let reads = Atomic<Int>(0)
  private let writes = Atomic<Int>(0)
  /// Records the SQL of each statement while a test asks for a recording.
  package let recorder = StatementRecorder()

  package init() {}

  package var readCount: Int { reads.load(ordering: .relaxed) }
  package var writeCount: Int { writes.load(ordering: .relaxed) }

  func statementWillRun(_ statement: Statement) {
    // SQLite reports BEGIN IMMEDIATE as a write, although it changes nothing. Transaction and
    // savepoint statements are therefore not counted.
    guard statement.effects.isDisjoint(with: [.transaction, .savepoint]) else { return }
    if statement.isReadOnly {
      // A pragma without result columns changes a setting and reads nothing, so it is not counted.
      guard statement.columnCount > 0 else { return }
      reads.add(1, ordering: .relaxed)
      recorder.note(statement.sql, isRead: true)
    } else {
      writes.add(1, ordering: .relaxed)
      recorder.note(statement.sql, isRead: false)
    }
  }
}
