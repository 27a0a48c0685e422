public import StateGraphSQLite

extension Database {
  /// A report of the newest commit and of the effects that it has had until now.
  ///
  /// It is nil until the first commit after a store of this database has been created.
  ///
  /// The report always contains the changed tables and the number of invalidated graph nodes. If
  /// `Configuration.explainsCommits` is set, it also contains these nodes, their SQL, and the
  /// called observers.
  ///
  /// Use it for debugging, for example with `po database.lastCommit`. It is safe on any thread and
  /// does not wait.
  public var lastCommit: CommitReport? {
    guard let graph = observer as? DatabaseGraph, let changes = graph.lastCommit else { return nil }
    return CommitReport(changes, recording: graph.recorder.latest, columnNames: graph.columnNames)
  }

  /// Runs `body`, and returns a report of the commits during the call.
  ///
  /// The report contains the changed tables, the nodes and observers that the commits woke, and the
  /// SQL that live nodes ran. It does not need `Configuration.explainsCommits`.
  ///
  /// ```swift
  /// let report = database.explain { ada.name = "Ada Lovelace" }
  /// #expect(report.wakes(only: ada.$name))
  /// ```
  ///
  /// The report also contains the commits and reads of other threads during the call. Inside a
  /// batch, the observers have not been called yet when the report is made. Inside a write, nothing
  /// has been committed yet.
  ///
  /// - Throws: The error that `body` throws.
  public func explain(_ body: () throws -> Void) rethrows -> CommitReport {
    let (graph, recording) = beginExplaining()
    defer { graph.recorder.end(recording) }
    try body()
    return CommitReport(
      recording.current.changes,
      recording: recording,
      columnNames: graph.columnNames
    )
  }

  /// Runs asynchronous code, and returns a report of the commits during the call, as
  /// ``explain(_:)`` does.
  ///
  /// - Throws: The error that `body` throws.
  public func explain(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async rethrows -> CommitReport {
    let (graph, recording) = beginExplaining()
    defer { graph.recorder.end(recording) }
    try await body()
    return CommitReport(
      recording.current.changes,
      recording: recording,
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
