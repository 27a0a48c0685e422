/// How many statements a database has run: for a test that asserts what a piece of code costs.
///
/// ```swift
/// let before = database.statementCounts
/// show(posts)
/// #expect((database.statementCounts - before).reads == 1)
/// ```
public struct StatementCounts: Sendable, Hashable {
  /// Statements that read and change nothing: SELECTs, most of all. One that is run from its start
  /// again counts again.
  public var reads: Int
  /// Statements that change rows or the schema. What triggers and cascades change is not counted
  /// by itself, nor is the begin and the end of a transaction.
  public var writes: Int

  /// Counts of nothing, unless it is said of what.
  public init(reads: Int = 0, writes: Int = 0) {
    self.reads = reads
    self.writes = writes
  }

  /// What was run since `earlier`.
  public static func - (later: Self, earlier: Self) -> Self {
    Self(reads: later.reads - earlier.reads, writes: later.writes - earlier.writes)
  }
}

extension Database {
  /// The statements that all connections of this database have run since it was opened, the
  /// library's own included: opening a store reads the schema, for one. Statements of other
  /// threads are counted too. Safe on any thread, and costs nothing to ask.
  public var statementCounts: StatementCounts {
    StatementCounts(reads: statementCounter.readCount, writes: statementCounter.writeCount)
  }
}
