import StateGraphReplication
import StateGraphSQLite

/// Tells the replicator that a program has written to the file.
final class LocalCommits: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let watch: FileWrites?
  private let timer: Task<Void, Never>

  init(of database: Database) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    (self.stream, self.continuation) = (stream, continuation)
    watch = FileWrites(of: database) { continuation.yield() }
    // The kernel does not report writes on every file system.
    timer = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(1))
        continuation.yield()
      }
    }
  }

  deinit { timer.cancel() }

  /// Waits until something was written since the last call, or for about a second.
  func next() async {
    for await _ in stream { return }
  }

  /// Ends the present and each later wait.
  func end() {
    timer.cancel()
    continuation.finish()
  }
}
