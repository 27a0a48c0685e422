import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The comparison of a file with a complete copy of the server.
@Suite struct ReconcileTests {
  private let scene: ReplicaScene

  init() throws { scene = try ReplicaScene() }

  private func copy(_ users: [(id: String, name: String, age: Int64)]) -> ModelCopy {
    var state = ModelState()
    for user in users {
      let row: ModelState.Row = [.text(user.id), .text(user.name), .integer(user.age)]
      state.set(row, .value(.text(user.id)), in: "users")
    }
    return ModelCopy(state: state)
  }

  private func reconcile(
    with users: [(id: String, name: String, age: Int64)],
    _ decisions: [PushDecision] = []
  ) throws {
    try scene.file.reconcile(
      with: copy(users),
      at: ServerPosition(50),
      decisions: decisions,
      windowSize: 2
    )
  }

  @Test func `equal rows are not written and wake no node`() throws {
    try reconcile(with: [("ada", "Ada", 36)])
    #expect(scene.commits.changeSets.elements.flatMap(\.lines) == [])
    #expect(try StoredReplica(scene.database).read()?.position == ServerPosition(50))
  }

  @Test func `missing, different and superfluous rows are corrected, in several windows`() throws {
    try scene.file.apply([
      scene.commit(20, "bcdefg".map { scene.user("\($0)", "\($0)", 1) })
    ])
    let users = [("a", "a", 1), ("ada", "Ada", 36), ("c", "c", 2), ("f", "F", 1), ("z", "z", 1)]
    try reconcile(with: users.map { ($0.0, $0.1, Int64($0.2)) })
    let expected = users.map { "'\($0.0)', '\($0.1)', \($0.2)" }
    #expect(try scene.lines("users") == expected)
  }

  @Test func `an empty copy deletes all rows`() throws {
    try reconcile(with: [])
    #expect(try scene.lines("users") == [])
  }

  @Test func `pending writes stay on top, and decided ones leave the outbox`() throws {
    try scene.database.execute("INSERT INTO users VALUES ('bob', 'Bob', 1)")
    try scene.database.execute("UPDATE users SET age = 40 WHERE id = 'ada'")
    try reconcile(with: [("ada", "Lovelace", 36), ("bob", "Bob", 1)], [.applied(through: 1)])
    #expect(try scene.lines("users") == ["'ada', 'Lovelace', 40", "'bob', 'Bob', 1"])
    #expect(try scene.pendingCount == 1)
  }

  @Test func `a copy in another order than that of the key is refused`() throws {
    struct Unordered: ServerCopy {
      func forEachRow(of table: String, _ body: (ServerRow, RowKey) throws -> Void) throws {
        guard table == "accounts" else { return }
        for id in ["b", "a"] {
          let row = ServerRow(columns: [0, 1], values: [.text(id), .integer(1)])
          try body(row, .value(.text(id)))
        }
      }
    }
    let error = DatabaseError.thrown {
      try scene.file.reconcile(with: Unordered(), at: ServerPosition(50), decisions: [])
    }
    #expect(error?.code == .replicaDiverged)
    #expect(try scene.lines("users") == ["'ada', 'Ada', 36"])
  }
}
