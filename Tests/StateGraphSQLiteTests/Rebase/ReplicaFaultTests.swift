import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// What a replica refuses, and that it is as before then.
@Suite struct ReplicaFaultTests {
  private let scene: ReplicaScene

  init() throws { scene = try ReplicaScene() }

  private func expectUnchanged() throws {
    #expect(try scene.lines("users") == ["'ada', 'Ada', 36"])
    #expect(
      try StoredReplica(scene.database).read()?.position == ServerPosition(ReplicaScene.start)
    )
    #expect(scene.commits.changeSets.elements.isEmpty)
  }

  @Test func `a part of a row that the file lacks is refused`() throws {
    let age = ServerRow(columns: [0, 2], values: [.text("eve"), .integer(50)], isComplete: false)
    let change = ServerChange(
      table: "users",
      key: .value(.text("eve")),
      kind: .row(age, formerKey: nil)
    )
    let error = DatabaseError.thrown {
      try scene.file.apply([scene.commit(20, [scene.user("ada", "Ada", 1), change])])
    }
    #expect(error?.code == .replicaDiverged)
    try expectUnchanged()
  }

  @Test func `a row that a rule of the file refuses stops the batch`() throws {
    let error = DatabaseError.thrown {
      try scene.file.apply([scene.commit(20, [scene.user("ada", "Ada", -1)])])
    }
    #expect(error?.code == .schemaMismatch)
    try expectUnchanged()
    try scene.file.apply([scene.commit(20, [scene.user("ada", "Ada", 1)])])
    #expect(try scene.lines("users") == ["'ada', 'Ada', 1"])
  }

  @Test func `a unique value that two rows of the server have is refused`() throws {
    let error = DatabaseError.thrown {
      try scene.file.apply([scene.commit(20, [scene.user("eve", "Ada", 1)])])
    }
    #expect(error?.code == .schemaMismatch)
    try expectUnchanged()
  }

  @Test func `a decision about a write that the file does not contain is refused`() throws {
    #expect(throws: DatabaseError.self) {
      try scene.file.apply([scene.commit(20, [], .applied(through: 7))])
    }
    let error = DatabaseError.thrown {
      let reason = RefusalReason(code: "23505", message: "taken")
      try scene.file.apply([scene.commit(20, [], .refused(7, reason: reason))])
    }
    #expect(error?.code == .replicaDiverged)
    try expectUnchanged()
  }

  @Test func `a damaged base is reported, and the pending write stays`() throws {
    try scene.database.execute("UPDATE users SET age = 40 WHERE id = 'ada'")
    try scene.file.apply([scene.commit(20, [scene.user("ada", "Lovelace", 36)])])
    try scene.database.execute("UPDATE stategraph_base SET image = x'00'")
    let error = DatabaseError.thrown {
      try scene.file.apply([scene.commit(30, [scene.user("ada", "Byron", 36)])])
    }
    #expect(error?.code == .corrupt)
    #expect(try scene.lines("users") == ["'ada', 'Lovelace', 40"])
    #expect(try scene.pendingCount == 1)
  }

  @Test func `foreign keys are enforced again after a batch, also after a refused one`() throws {
    try? scene.file.apply([scene.commit(20, [scene.user("ada", "Ada", -1)])])
    let error = DatabaseError.thrown {
      try scene.database.execute("INSERT INTO posts VALUES ('p', 'nobody', 'Hello')")
    }
    #expect(error?.code == .constraint)
  }

  @Test func `a table of the server that the file does not have is left out`() throws {
    let change = scene.row("strangers", [.text("x")])
    try scene.file.apply([scene.commit(20, [change, scene.user("ada", "Ada", 1)])])
    #expect(try scene.lines("users") == ["'ada', 'Ada', 1"])
  }

  @Test func `a batch inside another write is refused`() throws {
    let error = DatabaseError.thrown {
      try scene.database.write { try scene.file.apply([scene.commit(20, [])]) }
    }
    #expect(error?.code == .misuse)
  }
}
