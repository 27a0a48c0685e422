import Synchronization

/// How many statements a database has run.
///
/// For example, a test checks how many statements some code needs:
///
/// ```swift
/// let before = database.statementCounts
/// show(posts)
/// #expect((database.statementCounts - before).reads == 1)
/// ```
public struct StatementCounts: Sendable, Hashable {
  /// The number of runs of statements that only read, such as SELECT.
  ///
  /// A statement that runs twice is counted twice.
  public var reads: Int
  /// The number of runs of statements that change rows or the schema.
  ///
  /// BEGIN, COMMIT and ROLLBACK are not counted. Changes by triggers and foreign key actions are
  /// not counted either.
  public var writes: Int

  /// Creates counts. Both are zero by default.
  public init(reads: Int = 0, writes: Int = 0) {
    self.reads = reads
    self.writes = writes
  }

  /// Returns the number of statements that ran between `earlier` and `later`.
  public static func - (later: Self, earlier: Self) -> Self {
    Self(reads: later.reads - earlier.reads, writes: later.writes - earlier.writes)
  }
}

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
