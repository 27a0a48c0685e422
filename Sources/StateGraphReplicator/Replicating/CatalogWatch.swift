#if PostgreSQL
import StateGraphReplication

/// Looks at the server's catalogue while a replicator runs, on a connection of its own: a push can
/// wait for a lock of the server for long.
struct CatalogWatch {
  let worker: FileWorker
  let server: ConnectionParameters
  let mark: ServerCatalogMark
  private static let interval = Duration.milliseconds(500)

  /// - Throws: `.needsReconcile` after a change, or the error of the connection.
  func run() async throws {
    let session = try await PostgreSQLSession.connect(server)
    try await withTaskCancellationHandler {
      do {
        try await session.run { connection throws(ReplicationError) in
          try mark.prepare(connection)
        }
        while true {
          try await Task.sleep(for: Self.interval)
          try await session.run { connection throws(ReplicationError) in
            try mark.check(connection)
          }
        }
      } catch let error as ReplicationError where error.code == .needsReconcile {
        try await worker.requireComparison()
        throw error
      }
    } onCancel: {
      session.interrupt()
    }
  }
}
#endif
