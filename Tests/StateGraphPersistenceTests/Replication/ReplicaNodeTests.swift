import Foundation
import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// The nodes of a replicated file: what they contain, and which commits call their observers.
@Suite struct ReplicaNodeTests {
  private let scene: ReplicaScene
  private var replica: DatabaseReplica { scene.replica }

  init() throws { scene = try ReplicaScene() }

  /// Observes all nodes. Each call of an observer is recorded as the name of its node.
  private func observe(_ calls: Recorder<String>, in database: Database? = nil) -> AnyCancellable {
    let replica = (database ?? scene.database).replica
    let subscription = withGraphTracking {
      replica.$status.onChange { calls.record("status \($0)") }
      replica.$pending.onChange { calls.record("pending \($0)") }
      replica.$lag.onChange { calls.record("lag \($0.bytes)") }
      replica.$refused.onChange { calls.record("refused \($0.map(\.id))") }
    }
    _ = calls.drain()
    return subscription
  }

  // MARK: Pending writes

  @Test func `a local write is pending until the server decides it`() throws {
    let calls = Recorder<String>()
    let subscription = observe(calls)
    defer { subscription.cancel() }
    try scene.insert("a")
    #expect(calls.drain() == ["pending 1"])
    #expect(replica.pending == 1)
    try scene.insert("b")
    #expect(calls.drain() == ["pending 2"])
    try scene.deliver(10, rows: ["a", "b"], .applied(through: 2))
    #expect(calls.drain() == ["pending 0"])
  }

  @Test func `commits that concern no write of this file call no observer`() throws {
    try scene.report(.live)
    let calls = Recorder<String>()
    let subscription = observe(calls)
    defer { subscription.cancel() }
    try scene.database.execute("INSERT INTO own VALUES (1, 'x')")
    try scene.deliver(10, rows: ["theirs"])
    try scene.deliver(20)
    try scene.report(.live)
    #expect(calls.elements == [])
  }

  @Test func `inside a write the count is that of the commit before it`() throws {
    try scene.insert("a")
    try scene.database.write {
      try scene.insert("b")
      #expect(replica.pending == 1)
    }
    #expect(replica.pending == 2)
  }

  // MARK: A file that is not a replica

  @Test func `the nodes of a file that is no replica read nothing after a commit of rows`() throws {
    let scene = try ReplicaScene(isReplicated: false)
    let calls = Recorder<String>()
    let subscription = observe(calls, in: scene.database)
    defer { subscription.cancel() }
    #expect(scene.replica.status == .notReplicated)
    let before = scene.database.statementCounter.readCount
    try scene.insert("a")
    #expect(scene.replica.pending == 0 && scene.replica.refused == [])
    #expect(scene.database.statementCounter.readCount == before)
    #expect(calls.elements == [])
  }

  @Test func `the nodes follow the beginning and the end of the replication`() throws {
    let scene = try ReplicaScene(isReplicated: false)
    let calls = Recorder<String>()
    let subscription = observe(calls, in: scene.database)
    defer { subscription.cancel() }
    try scene.makeReplica()
    #expect(calls.drain() == ["status notRunning"])
    try scene.insert("a")
    #expect(calls.drain() == ["pending 1"])
    try StoredReplica(scene.database).remove(discardsPending: true)
    #expect(Set(calls.drain()) == ["status notReplicated", "pending 0"])
  }

  // MARK: The status

  @Test func `the status is what the replicator reports, and an outage keeps its beginning`() throws
  {
    let lock = try scene.replicatorLock()
    try scene.report(.live)
    #expect(replica.status == .live)
    #expect(replica.lag == ReplicationLag(nil))
    try scene.report(.offline, because: "no route", at: "2026-01-01 10:00:00")
    let since = try #require(ISO8601DateFormatter().date(from: "2026-01-01T10:00:00Z"))
    #expect(replica.status == .offline(since: since, reason: "no route"))
    // The replicator tries again, and fails for another reason.
    try scene.report(.connecting, at: "2026-01-01 10:00:01")
    #expect(replica.status == .offline(since: since, reason: "no route"))
    try scene.report(.offline, because: "refused", at: "2026-01-01 10:00:02")
    #expect(replica.status == .offline(since: since, reason: "refused"))
    #expect(replica.lag.since == since)
    withExtendedLifetime(lock) {}
  }

  @Test func `while a file catches up, the lag is the rest of the server's log`() throws {
    let lock = try scene.replicatorLock()
    try scene.report(.catchingUp, end: 1_000)
    #expect(replica.status == .catchingUp)
    try scene.deliver(400)
    #expect(replica.lag.bytes == 600)
    try scene.deliver(1_000)
    try scene.report(.live)
    #expect(replica.status == .live && replica.lag.bytes == 0 && replica.lag.since == nil)
    withExtendedLifetime(lock) {}
  }

  @Test func `a replicator that was killed does not count as running`() throws {
    let lock = try scene.replicatorLock()
    try scene.report(.live)
    #expect(replica.status == .live)
    // The system releases the lock of a process that is killed. Its last report stays in the file.
    withExtendedLifetime(lock) {}
    let other = try ReplicaScene()
    try other.report(.live)
    #expect(other.replica.status == .notRunning)
    try other.report(.stopped, because: "no privilege")
    #expect(other.replica.status == .stopped(reason: "no privilege"))
  }

  @Test func `a report that changes nothing writes nothing`() throws {
    try scene.report(.offline, because: "no route")
    let before = scene.database.statementCounter.writeCount
    try scene.report(.offline, because: "no route")
    try scene.report(.connecting)
    #expect(scene.database.statementCounter.writeCount == before)
  }

  // MARK: Other processes

  @Test func `the nodes follow the replicator of another process`() throws {
    let app = try Database(path: scene.path)
    let pending = Monitor<[Int]>([])
    let subscription = withGraphTracking {
      app.replica.$pending.onChange { count in pending.change { $0.append(count) } }
    }
    defer { subscription.cancel() }
    pending.change { $0 = [] }
    try app.execute("INSERT INTO notes VALUES ('a', 'local')")
    try scene.deliver(10, rows: ["a"], .applied(through: 1))
    try app.catchUp()
    // The thread that watches the file may call the observer after `catchUp()` has returned.
    #expect(pending.wait(until: { $0 == [1, 0] }, atMost: .seconds(60)))
    try scene.report(.stopped, because: "no privilege")
    try app.catchUp()
    #expect(app.replica.status == .stopped(reason: "no privilege"))
  }

  // MARK: Refused writes

  @Test func `a refused write is listed with its reason and its rows`() throws {
    let calls = Recorder<String>()
    try scene.deliver(5, rows: ["a"])
    let subscription = observe(calls)
    defer { subscription.cancel() }
    try scene.database.write {
      try scene.database.execute("UPDATE notes SET text = 'mine' WHERE id = 'a'")
      try scene.insert("b")
    }
    try scene.refuse(1, at: 10)
    #expect(Set(calls.drain()) == ["pending 1", "pending 0", "refused [1]"])
    let write = try #require(replica.refused.first)
    #expect(write.code == "23505" && write.message == "taken")
    let changes = try write.changes()
    #expect(changes.map(\.table) == ["notes", "notes"])
    #expect(changes.map { $0.new?["text"] } == [.text("mine"), .text("local")])
    #expect(changes.map { $0.old?["text"] } == [.text("server"), nil])
    #expect(try scene.ids() == ["a"])
  }

  @Test func `a refused write is sent again, or discarded`() throws {
    for id in ["a", "b"] { try scene.insert(id) }
    try scene.refuse(1, at: 10)
    try scene.refuse(2, at: 20)
    let calls = Recorder<String>()
    let subscription = observe(calls)
    defer { subscription.cancel() }
    let refused = replica.refused
    try refused[0].sendAgain()
    #expect(Set(calls.drain()) == ["pending 1", "refused [2]"])
    #expect(try scene.ids() == ["a"])
    try refused[1].discard()
    #expect(calls.drain() == ["refused []"])
    #expect(throws: DatabaseError.self) { try refused[0].sendAgain() }
    #expect(try refused[1].changes().isEmpty)
  }

  @Test func `the nodes and their values do not keep the database open`() throws {
    weak var database: Database?
    do {
      let scene = try ReplicaScene()
      try scene.insert("a")
      try scene.refuse(1, at: 10)
      #expect(scene.replica.refused.count == 1)
      database = scene.database
    }
    #expect(database == nil)
  }
}
