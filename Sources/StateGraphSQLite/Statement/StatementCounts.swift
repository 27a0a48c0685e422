/// The number of statements that a database has run. A test can use it to check how many statements
/// some code needs.
///
/// ```swift
/// let before = database.statementCounts
/// show(posts)
/// #expect((database.statementCounts - before).reads == 1)
/// ```
public struct StatementCounts: Sendable, Hashable {
  /// The number of runs of statements that only read, such as SELECT. Each run of a statement
  /// counts.
  public var reads: Int
  /// The number of runs of statements that change rows or the schema. Changes by triggers and
  /// cascades, and the beginning and end of a transaction, are not counted.
  public var writes: Int

  /// Creates counts, which are zero by default.
  public init(reads: Int = 0, writes: Int = 0) {
    self.reads = reads
    self.writes = writes
  }

  /// Returns the number of statements that ran between `earlier` and `later`.
  public static func - (later: Self, earlier: Self) -> Self {
    Self(reads: later.reads - earlier.reads, writes: later.writes - earlier.writes)
  }
}
