#if PostgreSQL
import Foundation
import StateGraphReplication
import StateGraphReplicator
import StateGraphRows
import StateGraphSQLite
import StateGraphThreads

/// A file that replicates the table of a ``BenchmarkServer``.
final class BenchmarkMachine {
  let database: Database
  let observer = ItemObserver()
  private let folder: String
  private let options: ReplicatorOptions

  init(_ benchmark: BenchmarkServer) throws {
    folder = NSTemporaryDirectory() + "/stategraph-machine-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    database = try Database(path: folder + "/items.sqlite")
    try database.execute(
      "CREATE TABLE items (id TEXT PRIMARY KEY NOT NULL, amount INTEGER, note TEXT) STRICT"
    )
    let client = withUnsafeBytes(of: UUID().uuid) { Array($0) }
    try StoredReplica(database).create(
      Replica(server: [], client: client, tables: ["items"])
    )
    options = ReplicatorOptions(
      server: try benchmark.parameters,
      publication: try ServerName("replicas")
    )
    if let table = try database.table("items") { try database.watch(table) }
    let observer = observer
    _ = database.attach { observer }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func replicator() throws -> Replicator { try Replicator(database, options: options) }

  /// Sends and receives everything.
  func synchronize() async throws { try await replicator().runOnce() }

  func count() throws -> Int {
    try database.fetchValue(Int.self, "SELECT count(*) FROM items") ?? 0
  }
}

/// Notes the moments at which commits that change items are shown.
final class ItemObserver: CommitObserver {
  let moments: AsyncStream<ContinuousClock.Instant>
  private let continuation: AsyncStream<ContinuousClock.Instant>.Continuation
  private let hasItems = Guarded(false)

  init() { (moments, continuation) = AsyncStream.makeStream() }

  func didCommit(_ changeSet: ChangeSet, in database: Database) {
    if changeSet.tables[ByteText("items")] != nil { hasItems.withLock { $0 = true } }
  }

  func writeDidEnd() {
    let isShown = hasItems.withLock { hasItems in
      defer { hasItems = false }
      return hasItems
    }
    if isShown { continuation.yield(.now) }
  }

  func writeWillBegin() {}
  func didRollBack(nested: Bool, in database: Database) {}
  func willUseTransaction() {}
  func willCommit(_ changeSet: ChangeSet, in database: Database) {}
  func nestedWriteWillBegin() {}
  func nestedWriteDidEnd() {}
  func snapshotDidBegin() {}
  func snapshotWillEnd() {}
  func snapshotDidEnd() {}
  func databaseDidClose() {}
}
#endif
