import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// What the file contains, and which commits observers see, after transactions of the server.
@Suite struct ReplicaApplyTests {
  private let scene: ReplicaScene

  init() throws { scene = try ReplicaScene() }

  // MARK: Commits

  @Test func `several transactions of the server are one commit with the net changes`() throws {
    try scene.file.apply([
      scene.commit(20, [scene.user("ada", "Ada", 37), scene.user("bob", "Bob", 1)]),
      scene.commit(30, [scene.deletion("users", "bob"), scene.user("ada", "Ada", 38)]),
    ])
    #expect(
      scene.commits.changeSets.elements.map(\.lines) == [
        ["users 'ada': ('ada', 'Ada', 36) -> ('ada', 'Ada', 38)"]
      ]
    )
    #expect(try StoredReplica(scene.database).read()?.position == ServerPosition(30))
  }

  @Test func `the echo of a local write changes no row and leaves the outbox empty`() throws {
    try scene.database.execute("UPDATE users SET age = 37 WHERE id = 'ada'")
    let before = scene.commits.changeSets.elements.count
    try scene.file.apply([scene.commit(20, [scene.user("ada", "Ada", 37)], .applied(through: 1))])
    let changed = scene.commits.changeSets.elements.dropFirst(before).flatMap(\.lines)
    #expect(changed.filter { $0.hasPrefix("users") }.isEmpty, "\(changed)")
    #expect(try scene.pendingCount == 0)
  }

  @Test func `a transaction that the file contains already is not written again`() throws {
    try scene.file.apply([scene.commit(20, [scene.user("ada", "Ada", 37)])])
    try scene.file.apply([scene.commit(20, [scene.user("ada", "Ada", 99)])])
    #expect(try scene.lines("users") == ["'ada', 'Ada', 37"])
    #expect(scene.commits.changeSets.elements.count == 1)
  }

  @Test func `triggers of the file run for the server's rows`() throws {
    try scene.file.apply([
      scene.commit(20, [scene.row("posts", [.text("p"), .text("ada"), .text("Hello")])])
    ])
    #expect(try scene.lines("titles") == ["'p', 'Hello'"])
  }

  // MARK: Rows

  @Test func `a column that the server has not sent keeps its value`() throws {
    let name = ServerRow(
      columns: [0, 1],
      values: [.text("ada"), .text("Lovelace")],
      isComplete: false
    )
    let change = ServerChange(
      table: "users",
      key: .value(.text("ada")),
      kind: .row(name, formerKey: nil)
    )
    try scene.file.apply([scene.commit(20, [change])])
    #expect(try scene.lines("users") == ["'ada', 'Lovelace', 36"])
  }

  @Test func `two rows exchange a unique value in one transaction of the server`() throws {
    try scene.file.apply([scene.commit(20, [scene.user("bob", "Bob", 1)])])
    try scene.file.apply([
      scene.commit(30, [scene.user("ada", "Bob", 36), scene.user("bob", "Ada", 1)])
    ])
    #expect(try scene.lines("users") == ["'ada', 'Bob', 36", "'bob', 'Ada', 1"])
  }

  @Test func `a row that waits for a unique value can be changed again before it gets it`() throws {
    try scene.file.apply([scene.commit(20, [scene.user("bob", "Bob", 1)])])
    let age = ServerRow(columns: [0, 2], values: [.text("ada"), .integer(50)], isComplete: false)
    let change = ServerChange(
      table: "users",
      key: .value(.text("ada")),
      kind: .row(age, formerKey: nil)
    )
    try scene.file.apply([
      scene.commit(30, [scene.user("ada", "Bob", 36), change, scene.user("bob", "Ada", 1)])
    ])
    #expect(try scene.lines("users") == ["'ada', 'Bob', 50", "'bob', 'Ada', 1"])
  }

  @Test func `a row gets another key`() throws {
    let account = scene.row("accounts", [.text("a"), .integer(5)])
    let renamed = scene.row("accounts", [.text("b"), .integer(6)], formerKey: .value(.text("a")))
    try scene.file.apply([scene.commit(20, [account]), scene.commit(30, [renamed])])
    #expect(try scene.lines("accounts") == ["'b', 6"])
  }

  @Test func `TRUNCATE deletes all rows, also those that a trigger follows`() throws {
    try scene.file.apply([
      scene.commit(20, [scene.row("posts", [.text("p"), .text("ada"), .text("Hello")])])
    ])
    let truncation = ServerChange(table: "posts", key: .value(.null), kind: .truncation)
    try scene.file.apply([scene.commit(30, [truncation])])
    #expect(try scene.lines("posts") == [])
    #expect(try scene.lines("titles") == [])
  }

  // MARK: Pending writes

  @Test func `a local write stays on top of the server's change of another column`() throws {
    try scene.database.execute("UPDATE users SET age = 40 WHERE id = 'ada'")
    try scene.file.apply([scene.commit(20, [scene.user("ada", "Lovelace", 36)])])
    #expect(try scene.lines("users") == ["'ada', 'Lovelace', 40"])
    #expect(try scene.pendingCount == 1)
  }

  @Test func `a refused write is undone, and kept with its reason`() throws {
    try scene.database.execute("UPDATE users SET age = 40 WHERE id = 'ada'")
    let reason = RefusalReason(code: "P0001", message: "no")
    try scene.file.apply([scene.commit(20, [], .refused(1, reason: reason))])
    #expect(try scene.lines("users") == ["'ada', 'Ada', 36"])
    #expect(try scene.lines("stategraph_refused").map { $0.hasSuffix("'P0001', 'no'") } == [true])
    #expect(try scene.pendingCount == 0)
  }

  @Test func `a refused write takes a later write of the same new row with it`() throws {
    try scene.database.execute("INSERT INTO users VALUES ('bob', 'Bob', 1)")
    try scene.database.execute("UPDATE users SET age = 2 WHERE id = 'bob'")
    let reason = RefusalReason(code: "23505", message: "taken")
    try scene.file.apply([scene.commit(20, [], .refused(1, reason: reason))])
    #expect(try scene.lines("users") == ["'ada', 'Ada', 36"])
    #expect(try scene.setAside == ["A row of the table users that the write changes was deleted."])
  }

  @Test func `a write that no longer fits is set aside as a whole, and comes back when it fits`()
    throws
  {
    try scene.database.write {
      try scene.database.execute("INSERT INTO users VALUES ('bob', 'Bob', 1)")
      try scene.database.execute("UPDATE users SET age = 40 WHERE id = 'ada'")
    }
    try scene.file.apply([scene.commit(20, [scene.user("eve", "Bob", 9)])])
    #expect(try scene.lines("users") == ["'ada', 'Ada', 36", "'eve', 'Bob', 9"])
    #expect(try scene.setAside == ["A rule of the table users refuses a row of the write."])
    try scene.file.apply([scene.commit(30, [scene.user("eve", "Eve", 9)])])
    #expect(
      try scene.lines("users") == ["'ada', 'Ada', 40", "'bob', 'Bob', 1", "'eve', 'Eve', 9"]
    )
    #expect(try scene.setAside == [])
  }

  @Test func `a write that refers to a row which the server deletes is set aside`() throws {
    try scene.database.execute("INSERT INTO posts VALUES ('p', 'ada', 'Hello')")
    try scene.file.apply([scene.commit(20, [scene.deletion("users", "ada")])])
    #expect(try scene.lines("posts") == [])
    #expect(
      try scene.setAside == [
        "A row of the table posts would refer to a missing row of the table users."
      ]
    )
  }

  @Test func `a write that was set aside comes back with the row to which it refers`() throws {
    try scene.database.execute("INSERT INTO posts VALUES ('p', 'ada', 'Hello')")
    try scene.file.apply([scene.commit(20, [scene.deletion("users", "ada")])])
    #expect(try scene.setAside.count == 1)
    try scene.file.apply([scene.commit(30, [scene.user("ada", "Ada", 36)])])
    #expect(try scene.lines("posts") == ["'p', 'ada', 'Hello'"])
    #expect(try scene.setAside == [])
  }

  @Test func `a write that a trigger refuses comes back when another row allows it`() throws {
    let open = scene.row("accounts", [.text("open"), .integer(1)])
    try scene.file.apply([scene.commit(20, [scene.user("zed", "Zed", 1), open])])
    try scene.database.execute(
      """
      CREATE TRIGGER closed BEFORE INSERT ON posts
      WHEN NOT EXISTS (SELECT 1 FROM accounts WHERE id = 'open')
      BEGIN SELECT RAISE(ABORT, 'closed'); END
      """
    )
    try scene.database.execute("INSERT INTO posts VALUES ('p', 'ada', 'Hello')")
    // The deletion of a user replays the write, because the post refers to users.
    try scene.file.apply([
      scene.commit(30, [scene.deletion("accounts", "open"), scene.deletion("users", "zed")])
    ])
    #expect(try scene.lines("posts") == [])
    #expect(try scene.setAside.count == 1)
    try scene.file.apply([scene.commit(40, [open])])
    #expect(try scene.lines("posts") == ["'p', 'ada', 'Hello'"])
    #expect(try scene.setAside == [])
  }

  @Test func `a deletion is set aside if the server adds a row that refers to the deleted row`()
    throws
  {
    try scene.database.execute("DELETE FROM users WHERE id = 'ada'")
    try scene.file.apply([
      scene.commit(20, [scene.row("posts", [.text("p"), .text("ada"), .text("Hello")])])
    ])
    #expect(try scene.lines("users") == ["'ada', 'Ada', 36"])
    #expect(try scene.setAside.count == 1)
  }

  @Test func `the table that refuses changed rows sets a write aside after another change`() throws
  {
    try scene.file.apply([scene.commit(20, [scene.row("accounts", [.text("a"), .integer(5)])])])
    try scene.database.execute("UPDATE accounts SET balance = 6 WHERE id = 'a'")
    try scene.file.apply([scene.commit(30, [scene.row("accounts", [.text("a"), .integer(9)])])])
    #expect(try scene.lines("accounts") == ["'a', 9"])
    #expect(try scene.setAside.count == 1)
  }

  @Test func `a batch that decides a local write can contain rows that the write excludes`() throws
  {
    try scene.database.execute("INSERT INTO users VALUES ('bob', 'Bob', 1)")
    try scene.file.apply([
      scene.commit(20, [scene.user("eve", "Bob", 9)]),
      scene.commit(30, [scene.user("eve", "Eve", 9)]),
      scene.commit(40, [scene.user("bob", "Bob", 1)], .applied(through: 1)),
    ])
    #expect(
      try scene.lines("users") == ["'ada', 'Ada', 36", "'bob', 'Bob', 1", "'eve', 'Eve', 9"]
    )
  }

  @Test func `a batch that decides a deletion can contain a part of the deleted row`() throws {
    try scene.database.execute("DELETE FROM users WHERE id = 'ada'")
    let age = ServerRow(columns: [0, 2], values: [.text("ada"), .integer(50)], isComplete: false)
    let change = ServerChange(
      table: "users",
      key: .value(.text("ada")),
      kind: .row(age, formerKey: nil)
    )
    try scene.file.apply([
      scene.commit(20, [change]),
      scene.commit(30, [scene.deletion("users", "ada")], .applied(through: 1)),
    ])
    #expect(try scene.lines("users") == [])
  }

  @Test func `a server's change of another row replays no pending write`() throws {
    try scene.database.execute("UPDATE users SET age = 40 WHERE id = 'ada'")
    let before = scene.database.statementCounts.writes
    try scene.file.apply([scene.commit(20, [scene.user("bob", "Bob", 1)])])
    let few = scene.database.statementCounts.writes - before
    try scene.file.apply([scene.commit(30, [scene.user("ada", "Lovelace", 36)])])
    let many = scene.database.statementCounts.writes - before - few
    #expect(few < many, "\(few) and \(many) statements")
  }
}
