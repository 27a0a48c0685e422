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
