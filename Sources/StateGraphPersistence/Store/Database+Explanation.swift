public import StateGraphSQLite

extension Database {
  /// A report of the newest commit and of its effects up to now; nil before the first commit that
  /// follows the creation of a store of this database.
  ///
  /// The report always contains the changed tables and the number of graph nodes that the commit
  /// invalidated. It also contains these nodes, the SQL that they ran, and the observers that were
  /// called if `Configuration.explainsCommits` is set. Meant for debugging: `po
  /// database.lastCommit`. Safe on any thread; does not wait.
  public var lastCommit: CommitReport? {
    guard let graph = observer as? DatabaseGraph, let changes = graph.lastCommit else { return nil }
    return CommitReport(changes, graph.recorder.latest, columnNames: graph.columnNames)
  }

  /// Runs `body`, and reports its commits: the changed tables, the nodes and observers that they
  /// woke, and the SQL that live nodes ran. Does not need `Configuration.explainsCommits`.
  ///
  /// ```swift
  /// let report = database.explain { ada.name = "Ada Lovelace" }
  /// #expect(report.wakes(only: ada.$name))
  /// ```
  ///
  /// Commits and reads of other threads during that time are in the report too. If the call is
  /// inside of a batch, its observers have not been called yet. If it is inside of a write, nothing
  /// has been committed yet.
  ///
  /// - Throws: What `body` throws.
  public func explain(_ body: () throws -> Void) rethrows -> CommitReport {
    let (graph, recording) = beginExplaining()
    defer { graph.recorder.end(recording) }
    try body()
    return CommitReport(
      recording.current.changes,
      recording,
      columnNames: graph.columnNames
    )
  }

  /// Runs asynchronous code, and reports its commits like ``explain(_:)``.
  ///
  /// - Throws: What `body` throws.
  public func explain(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async rethrows -> CommitReport {
    let (graph, recording) = beginExplaining()
    defer { graph.recorder.end(recording) }
    try await body()
    return CommitReport(
      recording.current.changes,
      recording,
      columnNames: graph.columnNames
    )
  }

  private func beginExplaining() -> (DatabaseGraph, CommitRecording) {
    let graph = DatabaseGraph.of(self)
    let recording = CommitRecording(in: self)
    graph.recorder.begin(recording)
    return (graph, recording)
  }
}
