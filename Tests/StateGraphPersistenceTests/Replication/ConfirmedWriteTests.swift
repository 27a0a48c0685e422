import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Writes that wait for the server's decision, and waits for a state of the server.
@Suite struct ConfirmedWriteTests {
  private let scene: ReplicaScene
  private var replica: DatabaseReplica { scene.replica }

  init() throws { scene = try ReplicaScene() }

  /// Waits until the file has pending writes. A write whose task has not run yet has none.
  private func waitForPending(_ count: Int) async {
    for await pending in replica.$pending.values where pending == count { return }
  }

  @Test func `a confirmed write returns after the server has applied it`() async throws {
    let database = scene.database
    let write = Task {
      try await database.write(confirmed: .byServer) {
        try database.execute("INSERT INTO notes VALUES ('a', 'local')")
        return 7
      }
    }
    await waitForPending(1)
    #expect(try scene.ids() == ["a"])
    try scene.deliver(10, rows: ["a"], .applied(through: 1))
    #expect(try await write.value == 7)
  }

  @Test func `a confirmed write throws if the server refuses it, and is undone`() async throws {
    let database = scene.database
    let write = Task {
      try await database.write(confirmed: .byServer) {
        try database.execute("INSERT INTO notes VALUES ('a', 'local')")
      }
    }
    await waitForPending(1)
    try scene.refuse(1, at: 10)
    let error = await #expect(throws: WriteRefused.self) { try await write.value }
    #expect(error?.write.code == "23505" && error?.write.message.contains("taken") == true)
    // The server's sentence can be that of a trigger, with values of rows. A program may log the
    // error.
    let text = try #require(error).description
    #expect(text.contains("23505") && !text.contains("taken"))
    #expect(try scene.ids() == [])
    #expect(try replica.refused.first?.changes().first?.new?["id"] == .text("a"))
  }

  @Test func `a confirmed write without replicated rows waits for the server, too`() async throws {
    let database = scene.database
    let write = Task {
      try await database.write(confirmed: .byServer) {
        try database.execute("INSERT INTO own VALUES (1, 'x')")
      }
    }
    await waitForPending(1)
    try scene.deliver(10, .applied(through: 1))
    _ = try await write.value
    // A later write gets the next number, and needs no decision of its own.
    try database.execute("INSERT INTO own VALUES (2, 'x')")
    #expect(replica.pending == 0)
  }

  @Test func `a cancelled wait leaves the write in the file`() async throws {
    let database = scene.database
    let write = Task {
      try await database.write(confirmed: .byServer) {
        try database.execute("INSERT INTO notes VALUES ('a', 'local')")
      }
    }
    await waitForPending(1)
    write.cancel()
    await #expect(throws: CancellationError.self) { try await write.value }
    #expect(replica.pending == 1)
    #expect(try scene.ids() == ["a"])
  }

  @Test func `a confirmed write fails if the file is no replica, and if it changes the schema`()
    async throws
  {
    let ordinary = try ReplicaScene(isReplicated: false)
    for database in [ordinary.database, scene.database] {
      let isReplica = database === scene.database
      let error = await #expect(throws: DatabaseError.self) {
        try await database.write(confirmed: .byServer) {
          guard isReplica else { return }
          try database.execute("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT")
        }
      }
      #expect(error?.code == .misuse)
      #expect(try database.table("more") == nil)
    }
    #expect(replica.pending == 0)
  }

  @Test func `a confirmed write that throws makes no entry`() async throws {
    let database = scene.database
    await #expect(throws: TestFailure.self) {
      try await database.write(confirmed: .byServer) { throw TestFailure("no") }
    }
    #expect(replica.pending == 0)
    try scene.insert("a")
    #expect(replica.pending == 1)
  }

  // MARK: States of the server

  @Test func `caughtUp waits for the decision of all local writes`() async throws {
    try scene.insert("a")
    let replica = replica
    let wait = Task { try await replica.caughtUp() }
    await waitForPending(2)
    try scene.deliver(10, rows: ["a"], .applied(through: 1))
    #expect(replica.pending == 1)
    try scene.deliver(20, rows: ["theirs"], .applied(through: 2))
    try await wait.value
    #expect(try scene.ids() == ["a", "theirs"])
  }

  @Test func `a bookmark contains this file's writes, and another file waits for it`() async throws
  {
    let other = try ReplicaScene()
    try scene.insert("a")
    let replica = replica
    let bookmark = Task { try await replica.bookmark() }
    try scene.deliver(50, rows: ["a"], .applied(through: 1))
    let text = try await bookmark.value.description
    let mark = try #require(ReplicaBookmark(text))
    #expect(mark == (try await bookmark.value))
    let theirs = other.replica
    let wait = Task { try await theirs.reached(mark) }
    for await pending in theirs.$pending.values where pending == 1 { break }
    try other.deliver(50, rows: ["a"])
    try other.deliver(60, .applied(through: 1))
    try await wait.value
    #expect(try other.ids() == ["a"])
    // A state that the file has already needs no write.
    try await theirs.reached(mark)
    #expect(theirs.pending == 0)
  }

  @Test func `a bookmark of another server is refused, and so is any other text`() async throws {
    let mark = try #require(ReplicaBookmark("8/server/32"))
    let error = await #expect(throws: DatabaseError.self) { try await replica.reached(mark) }
    #expect(error?.code == .misuse)
    #expect(replica.pending == 0)
    for text in ["", "7/server", "7/server/xyz", "7/server/-1", "/server/1", "7//1", "7/a/b/1"] {
      #expect(ReplicaBookmark(text) == nil, "\(text)")
    }
  }
}
