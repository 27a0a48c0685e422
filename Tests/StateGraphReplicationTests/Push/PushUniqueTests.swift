#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import Testing

/// Transactions in which rows hand unique values on. SQLite has accepted them in one order, which
/// the net changes have lost.
@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct PushUniqueTests {
  typealias Scene = PushScene

  private func names(_ scene: Scene) throws -> String {
    try scene.run("SELECT string_agg(id || name, ' ' ORDER BY id) FROM users")
  }

  @Test func `a new row can take a value that another row loses in the same transaction`() throws {
    let scene = try Scene()
    _ = try scene.run("INSERT INTO users VALUES ('1', 'a')")
    let outcomes = try scene.session().push([
      scene.transaction(
        1,
        [
          try Scene.insert("users", ["id": "2", "name": "a"]),
          try Scene.update("users", "1", ["name": "b"]),
        ]
      ),
      scene.transaction(2, [try Scene.insert("users", ["id": "3", "name": "c"])]),
    ])
    #expect(outcomes.map(\.testText) == ["applied", "applied"])
    #expect(try names(scene) == "1b 2a 3c")
  }

  @Test(arguments: [false, true])
  func `each row of a chain can take the value of the next one`(isReversed: Bool) throws {
    let scene = try Scene()
    _ = try scene.run("INSERT INTO users SELECT i, i FROM generate_series(1, 50) i")
    let patches = try (1...50).map { number in
      try Scene.update("users", "\(number)", ["name": "\(isReversed ? number - 1 : number + 1)"])
    }
    let outcomes = try scene.session().push([
      scene.transaction(1, patches),
      scene.transaction(2, [try Scene.insert("users", ["id": "x"])]),
    ])
    #expect(outcomes.map(\.testText) == ["applied", "applied"])
    let difference = try scene.run("SELECT DISTINCT name::int - id::int FROM users WHERE id <> 'x'")
    #expect(difference == (isReversed ? "-1" : "1"))
    #expect(try scene.sequence == "2")
  }

  @Test func `a row can take the value of a row that is deleted after its child has moved`() throws
  {
    let scene = try Scene()
    _ = try scene.run(
      "INSERT INTO users VALUES ('1', 'a'), ('2', 'b'); INSERT INTO posts VALUES ('p', '1', 1)"
    )
    let outcomes = try scene.session().push([
      scene.transaction(
        1,
        [
          try Scene.update("posts", "p", ["user": "2"]), try Scene.delete("users", "1"),
          try Scene.update("users", "2", ["name": "a"]),
        ]
      )
    ])
    #expect(outcomes.map(\.testText) == ["applied"])
    #expect(try names(scene) == "2a")
  }

  private func exchange(_ scene: Scene) throws -> [String] {
    try scene.session().push([
      scene.transaction(
        1,
        [
          try Scene.update("users", "1", ["name": "b"]),
          try Scene.update("users", "2", ["name": "a"]),
        ]
      ),
      scene.transaction(2, [try Scene.insert("users", ["id": "3", "name": "c"])]),
    ])
    .map(\.testText)
  }

  @Test func `two rows exchange their values only under a deferrable rule`() throws {
    let scene = try Scene()
    _ = try scene.run("INSERT INTO users VALUES ('1', 'a'), ('2', 'b')")
    #expect(try exchange(scene) == ["refused 23505", "applied"])
    #expect(try names(scene) == "1a 2b 3c")
    let other = try Scene()
    _ = try other.run(
      """
      ALTER TABLE users DROP CONSTRAINT users_name_key, ADD UNIQUE (name) DEFERRABLE;
      INSERT INTO users VALUES ('1', 'a'), ('2', 'b')
      """
    )
    #expect(try exchange(other) == ["applied", "applied"])
    #expect(try names(other) == "1b 2a 3c")
  }

  @Test func `an exception of a trigger with a code of its own refuses`() throws {
    let scene = try Scene()
    _ = try scene.run(
      """
      CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'SHOP1'; END $$;
      CREATE TRIGGER no BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION no();
      """
    )
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.insert("posts", ["id": "a"])]),
      scene.transaction(2, [try Scene.insert("users", ["id": "b"])]),
    ])
    #expect(outcomes.map(\.testText) == ["refused SHOP1", "applied"])
  }
}
#endif
