/// The number of statements that a database has run, for a test that asserts the cost of some code.
///
/// ```swift
/// let before = database.statementCounts
/// show(posts)
/// #expect((database.statementCounts - before).reads == 1)
/// ```
public struct StatementCounts: Sendable, Hashable {
  /// Statements that read and change nothing, such as SELECT. Each run of a statement counts.
  public var reads: Int
  /// Statements that change rows or the schema. Changes by triggers and cascades, and the begin and
  /// end of a transaction, are not counted.
  public var writes: Int

  /// Creates counts, which are zero by default.
  public init(reads: Int = 0, writes: Int = 0) {
    self.reads = reads
    self.writes = writes
  }

  /// Returns the statements that ran since `earlier`.
  public static func - (later: Self, earlier: Self) -> Self {
    Self(reads: later.reads - earlier.reads, writes: later.writes - earlier.writes)
  }
}
