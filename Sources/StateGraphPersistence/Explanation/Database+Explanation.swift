public import StateGraphSQLite

extension Database {
  /// What the newest commit touched, and what became of it up to now; nil before the first commit
  /// after a store of this database was made.
  ///
  /// Tables and numbers are always known. Which nodes were marked, which have asked the file and
  /// which observers were called is recorded where `Configuration.explainsCommits` says so. For
  /// people: in a debugger, `po database.lastCommit`. Safe on any thread, and waits for nobody.
  public var lastCommit: CommitReport? {
    guard let graph = observer as? DatabaseGraph, let changes = graph.lastCommit else { return nil }
    return CommitReport(changes, graph.recorder.latest, in: graph)
  }

  /// Runs `body`, and says what the commits of that time did, whom they woke and which SQL live
  /// nodes ran, also where `Configuration.explainsCommits` is off.
  ///
  /// ```swift
  /// let report = database.explain { ada.name = "Ada Lovelace" }
  /// #expect(report.wakes(only: ada.$name))
  /// ```
  ///
  /// What other threads commit and read meanwhile is in it too. An observer that a batch around
  /// this puts off has not been called when this returns; what is written inside an open write is
  /// not committed.
  ///
  /// - Throws: What `body` throws.
  public func explain(_ body: () throws -> Void) rethrows -> CommitReport {
    let (graph, recording) = beginExplaining()
    defer { graph.recorder.end(recording) }
    try body()
    return CommitReport(recording.current.changes, recording, in: graph)
  }

  /// The same of asynchronous code.
  ///
  /// - Throws: What `body` throws.
  public func explain(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async rethrows -> CommitReport {
    let (graph, recording) = beginExplaining()
    defer { graph.recorder.end(recording) }
    try await body()
    return CommitReport(recording.current.changes, recording, in: graph)
  }

  private func beginExplaining() -> (DatabaseGraph, CommitRecording) {
    let graph = DatabaseGraph.of(self)
    let recording = CommitRecording(in: self)
    graph.recorder.begin(recording)
    return (graph, recording)
  }
}
