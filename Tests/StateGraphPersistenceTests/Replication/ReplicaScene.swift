import StateGraphPersistence
import StateGraphRows
import TestSupport

@testable import StateGraphSQLite

/// A replicated file with a replicated table `notes`, a local table `own`, and the server as a test
/// plays it. It leaves out the connection: the test applies what a feed would deliver.
struct ReplicaScene {
  let directory: TemporaryDirectory
  let path: String
  let database: Database
  /// The replicator, which uses the same database object as the app.
  let file: ReplicaFile
  var replica: DatabaseReplica { database.replica }

  /// - Parameter isReplicated: Whether the file is a replica.
  init(isReplicated: Bool = true) throws {
    directory = try TemporaryDirectory()
    path = directory.file("replica.sqlite")
    database = try Database(path: path)
    try database.execute("CREATE TABLE notes (id TEXT PRIMARY KEY NOT NULL, text TEXT) STRICT")
    try database.execute("CREATE TABLE own (id INTEGER PRIMARY KEY, text TEXT) STRICT")
    file = ReplicaFile(database)
    if isReplicated { try makeReplica() }
  }

  func makeReplica() throws {
    try StoredReplica(database).create(
      Replica(server: Array("7/1/server/map".utf8), client: [2], tables: ["notes"])
    )
  }

  func insert(_ id: String) throws {
    try database.execute("INSERT INTO notes VALUES (\(id), 'local')")
  }

  /// The server commits a transaction, which may decide local writes, and its feed delivers it.
  func deliver(
    _ position: UInt64,
    rows: [String] = [],
    _ decision: PushDecision? = nil
  ) throws {
    let changes = rows.map { id in
      let row = ServerRow(columns: [0, 1], values: RowImage([.text(id), .text("server")]))
      let key = RowKey([.text(id)])
      return ServerChange(table: "notes", key: key, kind: .row(row, formerKey: nil))
    }
    try file.apply([
      ServerCommit(position: ServerPosition(position), changes: changes, decision: decision)
    ])
  }

  /// The server refuses a local write.
  func refuse(_ number: Int64, at position: UInt64) throws {
    let reason = RefusalReason(code: "23505", message: "taken")
    try deliver(position, .refused(number, reason: reason))
  }

  /// Reports a state as the replicator does, with a fixed time.
  func report(
    _ state: ReplicaReport.State,
    because reason: ByteText = "",
    end: UInt64? = nil,
    at time: String = "2026-01-01 00:00:00"
  ) throws {
    try StoredReplica(database).report {
      $0.changing(to: state, because: reason, serverEnd: end.map(ServerPosition.init)) {
        .text(time)
      }
    }
  }

  /// Takes the lock that a replicator holds.
  func replicatorLock() throws -> NamedLock {
    guard
      case .acquired(let lock) = NamedLock.attempt(
        StoredReplica.replicatorLock,
        beside: database.location
      )
    else { throw TestFailure("the lock of the replicator is held") }
    return lock
  }

  func ids() throws -> [String] {
    try database.fetchValues(String.self, "SELECT id FROM notes ORDER BY id")
  }
}
