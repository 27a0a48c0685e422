#if PostgreSQL
import StateGraphReplication

/// Looks at the server's catalogue while a replicator runs.
struct CatalogWatch {
  let worker: FileWorker
  let pusher: Pusher
  private static let interval = Duration.milliseconds(500)

  /// - Throws: `.needsReconcile` after a change, or the error of the connection.
  func run() async throws {
    while let mark = await worker.catalogMark {
      try await Task.sleep(for: Self.interval)
      do {
        try await pusher.check(mark)
      } catch {
        if error.code == .needsReconcile { try await worker.requireComparison() }
        throw error
      }
    }
  }
}
#endif
