#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import TestSupport
import Testing

/// Transactions whose rows refer to each other. The server accepts each of them in one statement.
@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct PushReferenceTests {
  typealias Scene = PushScene

  private let scene: Scene

  init() throws {
    scene = try Scene(
      schema: """
        CREATE TABLE users (id text PRIMARY KEY, name text REFERENCES users, age smallint);
        CREATE TABLE posts (id text PRIMARY KEY);
        """
    )
  }

  private func insert(_ id: Int, under parent: Int?) throws -> Patch {
    try Scene.insert("users", ["id": "\(id)", "name": parent.map { "\($0)" }])
  }

  private func push(_ patches: [[Patch]]) throws -> [String] {
    let transactions = patches.enumerated().map { scene.transaction(Int64($0 + 1), $1) }
    return try scene.session().push(transactions).map(\.testText)
  }

  @Test func `a subtree is deleted in any order of its rows`() throws {
    _ = try scene.run("INSERT INTO users VALUES ('a', NULL), ('b', 'a'), ('c', 'b')")
    let deletions = try ["b", "c"].map { try Scene.delete("users", $0) }
    #expect(try push([deletions]) == ["applied"])
    #expect(try scene.run("SELECT string_agg(id, ' ') FROM users") == "a")
  }

  @Test func `a child is inserted before its parent, and rows of a circle together`() throws {
    #expect(
      try push([
        [try insert(1, under: 2), try insert(2, under: nil)],
        [try insert(3, under: 4), try insert(4, under: 5), try insert(5, under: 3)],
      ]) == ["applied", "applied"]
    )
    #expect(try scene.run("SELECT count(*) FROM users") == "5")
  }

  @Test func `a row without its parent is refused, and those behind it are applied`() throws {
    #expect(
      try push([
        [try insert(1, under: 9), try insert(2, under: nil)], [try insert(3, under: nil)],
      ]) == ["refused 23503", "applied"]
    )
    #expect(try scene.run("SELECT string_agg(id, ' ') FROM users") == "3")
  }

  @Test(arguments: TestSeed.seeds(2, includesCurrent: true))
  func `a tree of many rows is inserted and deleted in any order`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // More rows than one statement takes.
    let count = 1_500
    var rows = try (0..<count).map { try insert($0, under: $0 == 0 ? nil : ($0 - 1) / 4) }
    rows.shuffle(using: &random)
    var deletions = try (0..<count).map { try Scene.delete("users", "\($0)") }
    deletions.shuffle(using: &random)
    #expect(try push([rows, deletions]) == ["applied", "applied"], "seed \(seed)")
    #expect(try scene.run("SELECT count(*) FROM users") == "0")
  }

  @Test func `an update that finds no row refuses the transaction of a circle`() throws {
    #expect(
      try push([
        [
          try insert(1, under: 2), try insert(2, under: 1),
          try Scene.update("users", "missing", ["age": "1"]),
        ]
      ]) == ["refused SG001"]
    )
    #expect(try scene.run("SELECT count(*) FROM users") == "0")
  }

  @Test func `rows that exclude each other by a rule change places`() throws {
    let scene = try Scene(
      schema: Scene.tables + "ALTER TABLE users ADD EXCLUDE USING btree (age WITH =);"
    )
    _ = try scene.run("INSERT INTO users VALUES ('1', 'a', 1)")
    let outcomes = try scene.session().push([
      scene.transaction(
        1,
        [
          try Scene.insert("users", ["id": "2", "age": "1"]),
          try Scene.update("users", "1", ["age": "2"]),
        ]
      )
    ])
    #expect(outcomes.map(\.testText) == ["applied"])
  }
}
#endif
