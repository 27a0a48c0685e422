#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import Testing

/// What stops a push, or makes it wait, without a decision about the transaction.
@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct PushStopTests {
  typealias Scene = PushScene

  @Test(arguments: [
    "ALTER TABLE users RENAME TO persons", "ALTER TABLE users DROP name",
    "ALTER TABLE users ALTER name TYPE bytea USING NULL",
  ])
  func `a schema that does not fit stops, and refuses nothing`(change: String) throws {
    let scene = try Scene()
    let session = try scene.session()
    _ = try scene.run(change)
    let outcomes = session.push([
      scene.transaction(1, [try Scene.insert("users", ["id": "a", "name": "Ada"])]),
      scene.transaction(2, [try Scene.insert("users", ["id": "b", "name": "Bea"])]),
    ])
    #expect(outcomes.map(\.testText) == ["stopped", "not sent"])
    guard case .stopped(let error) = outcomes[0] else { return }
    #expect(error.code == .schemaMismatch && error.sqlState?.errorClass == "42")
    #expect(try scene.sequence == "0")
    #expect(try scene.run("SELECT count(*) FROM stategraph.refusals") == "0")
  }

  @Test func `a schema that changes during a session stops, too`() throws {
    let scene = try Scene()
    let session = try scene.session()
    let insert = { (id: String) in try Scene.insert("users", ["id": id, "name": id]) }
    #expect(session.push([scene.transaction(1, [try insert("a")])]).map(\.testText) == ["applied"])
    _ = try scene.run("ALTER TABLE users DROP name")
    let outcomes = session.push([scene.transaction(2, [try insert("b")])])
    #expect(outcomes.map(\.testText) == ["stopped"])
    #expect(try scene.sequence == "1")
  }

  @Test func `a missing GRANT stops, and refuses nothing`() throws {
    let scene = try Scene()
    _ = try scene.run("REVOKE DELETE ON posts FROM pusher")
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.delete("posts", "p")])
    ])
    guard case .stopped(let error)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.code == .permission && error.description.contains("DELETE"))
    #expect(try scene.sequence == "0")
  }

  @Test func `a GRANT that is lost during a session stops, and refuses nothing`() throws {
    let scene = try Scene()
    let session = try scene.session()
    let insert = { (id: String) in try Scene.insert("users", ["id": id, "name": id]) }
    #expect(session.push([scene.transaction(1, [try insert("a")])]).map(\.testText) == ["applied"])
    _ = try scene.run("REVOKE INSERT ON users FROM pusher")
    let outcomes = session.push([
      scene.transaction(2, [try insert("b")]), scene.transaction(3, [try insert("c")]),
    ])
    #expect(outcomes.map(\.testText) == ["stopped", "not sent"])
    guard case .stopped(let error) = outcomes[0] else { return }
    #expect(error.code == .permission && error.remedy.contains("GRANT INSERT"))
    #expect(try scene.sequence == "1")
  }

  @Test func `a missing GRANT of one column stops, and refuses nothing`() throws {
    let scene = try Scene()
    _ = try scene.run("REVOKE UPDATE ON users FROM pusher; GRANT UPDATE (name) ON users TO pusher")
    _ = try scene.run("INSERT INTO users VALUES ('a')")
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.update("users", "a", ["name": "Ada"])]),
      scene.transaction(2, [try Scene.update("users", "a", ["age": "1"])]),
    ])
    guard case .stopped(let error)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.code == .permission && error.message.contains("public.users.age"))
    #expect(try scene.sequence == "0")
  }

  @Test func `a policy of row-level security refuses`() throws {
    let scene = try Scene()
    _ = try scene.run(
      """
      ALTER TABLE users ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON users TO pusher USING (true) WITH CHECK (name = 'mine');
      """
    )
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.insert("users", ["id": "a", "name": "yours"])]),
      scene.transaction(2, [try Scene.insert("users", ["id": "b", "name": "mine"])]),
    ])
    #expect(outcomes.map(\.testText) == ["refused 42501", "applied"])
  }

  @Test func `a lock that times out is tried again, with the same number`() throws {
    let scene = try Scene()
    _ = try scene.run("INSERT INTO users VALUES ('a')")
    let session = try scene.session()
    let other = try scene.scene.connect()
    try other.execute("BEGIN")
    try other.execute("UPDATE public.users SET age = 1")
    try session.connection.execute("SET lock_timeout = '50ms'")
    let transaction = scene.transaction(1, [try Scene.update("users", "a", ["age": "2"])])
    #expect(session.push([transaction]).map(\.testText) == ["again"])
    #expect(try scene.sequence == "0")
    try other.execute("COMMIT")
    #expect(session.push([transaction]).map(\.testText) == ["applied"])
  }

  @Test func `the file of another role is refused`() throws {
    let scene = try Scene()
    _ = try scene.session()
    _ = try scene.run(
      "GRANT USAGE ON SCHEMA stategraph TO stranger; "
        + "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA stategraph TO stranger"
    )
    let error = #expect(throws: ReplicationError.self) { try scene.session(user: "stranger") }
    #expect(error?.sqlState == .foreignClient)
    let connection = try scene.scene.connect(user: "stranger")
    let begin = #expect(throws: ReplicationError.self) {
      try connection.execute(
        "SELECT stategraph.begin_push('\(scene.client)', 1, '\(scene.client)', true)"
      )
    }
    #expect(begin?.sqlState == .foreignClient)
  }

  @Test func `a role that pushes cannot move the numbers itself`() throws {
    let scene = try Scene()
    let connection = try scene.session().connection
    for sql in [
      "UPDATE stategraph.clients SET seq = 9", "DELETE FROM stategraph.pushed",
      "DELETE FROM stategraph.refusals",
    ] {
      let error = #expect(throws: ReplicationError.self) { try connection.execute(sql) }
      #expect(error?.code == .permission)
    }
  }
}
#endif
