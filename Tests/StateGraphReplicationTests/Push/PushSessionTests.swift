#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import TestSupport
import Testing

@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct PushSessionTests {
  typealias Scene = PushScene

  @Test func `transactions are applied in their order, and names the changed columns only`() throws
  {
    let scene = try Scene()
    let session = try scene.session()
    let outcomes = session.push([
      scene.transaction(
        1,
        [
          // The child stands before its parent.
          try Scene.insert("posts", ["id": "p", "user": "u", "n": "1"]),
          try Scene.insert("users", ["id": "u", "name": "Ada", "age": "36"]),
        ]
      ),
      scene.transaction(2, [try Scene.update("users", "u", ["age": nil])]),
      scene.transaction(3, [try Scene.update("posts", "p", ["id": "q"])]),
    ])
    #expect(outcomes.map(\.testText) == ["applied", "applied", "applied"], "\(outcomes)")
    #expect(try scene.run("SELECT * FROM users") == "u|Ada||")
    #expect(try scene.run("SELECT * FROM posts") == "q|u|1")
    #expect(try scene.sequence == "3" && session.decided == 3)
    #expect(try session.identifier(ofDecided: 2) == scene.transaction(2, []).identifier)
    #expect(try session.identifier(ofDecided: 4) == nil)
  }

  @Test func `children are deleted before their parents`() throws {
    let scene = try Scene()
    _ = try scene.run("INSERT INTO users VALUES ('u'); INSERT INTO posts VALUES ('p', 'u')")
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.delete("users", "u"), try Scene.delete("posts", "p")])
    ])
    #expect(outcomes.map(\.testText) == ["applied"])
  }

  @Test func `a refused transaction is stored, and the ones behind it are sent again`() throws {
    let scene = try Scene()
    let session = try scene.session()
    let outcomes = session.push([
      scene.transaction(1, [try Scene.insert("users", ["id": "a", "name": "Ada"])]),
      scene.transaction(
        2,
        [
          try Scene.insert("users", ["id": "x"]),
          try Scene.insert("users", ["id": "b", "name": "Ada"]),
        ]
      ),
      scene.transaction(3, [try Scene.insert("users", ["id": "c", "name": "Cy"])]),
      scene.transaction(4, [try Scene.update("users", "b", ["name": "Bea"])]),
      scene.transaction(5, [try Scene.insert("users", ["id": "d"])]),
    ])
    #expect(
      outcomes.map(\.testText) == [
        "applied", "refused 23505", "applied", "refused SG001", "applied",
      ]
    )
    #expect(try scene.run("SELECT string_agg(id, ',' ORDER BY id) FROM users") == "a,c,d")
    #expect(
      try scene.run("SELECT seq, state, constraint_name FROM stategraph.refusals ORDER BY seq")
        == "2|23505|users_name_key\n4|SG001|"
    )
    #expect(try scene.sequence == "5")
    guard case .refused(let refusal) = outcomes[1] else { return }
    #expect(refusal.constraint == "users_name_key" && refusal.table == "users")
    // The detail of the server's error has the value.
    #expect(!"\(refusal)".contains("Ada"))
  }

  @Test(arguments: [
    ("CHECK", ["id": "p", "user": nil, "n": "-1"] as [String: String?], "23514"),
    ("foreign key", ["id": "p", "user": "nobody", "n": "1"], "23503"),
    ("NOT NULL", ["id": nil], "23502"),
    ("number that is too large", ["id": "p", "n": "99999999999999999999"], "22003"),
  ])
  func `each kind of constraint refuses`(name: String, row: [String: String?], state: String) throws
  {
    let scene = try Scene()
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.insert("posts", row)])
    ])
    #expect(outcomes.map(\.testText) == ["refused \(state)"])
    #expect(!"\(outcomes)".contains("99999999999999999999"))
  }

  @Test func `a deferred constraint refuses at COMMIT`() throws {
    let scene = try Scene()
    _ = try scene.run(
      "ALTER TABLE posts ALTER CONSTRAINT posts_user_fkey DEFERRABLE INITIALLY DEFERRED"
    )
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.insert("posts", ["id": "p", "user": "nobody"])]),
      scene.transaction(2, [try Scene.insert("posts", ["id": "q"])]),
    ])
    #expect(outcomes.map(\.testText) == ["refused 23503", "applied"])
  }

  @Test func `an exception of a trigger refuses with its sentence`() throws {
    let scene = try Scene()
    _ = try scene.run(
      """
      CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the shop is closed'; END $$;
      CREATE TRIGGER no BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION no();
      """
    )
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.insert("users", ["id": "a"])])
    ])
    guard case .refused(let refusal)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(refusal.sqlState == .raisedException && refusal.message == "the shop is closed")
  }

  @Test func `a unique value of a deleted row can be taken in the same transaction`() throws {
    let scene = try Scene()
    _ = try scene.run("INSERT INTO users VALUES ('a', 'Ada')")
    let outcomes = try scene.session().push([
      scene.transaction(
        1,
        [try Scene.insert("users", ["id": "b", "name": "Ada"]), try Scene.delete("users", "a")]
      ),
      scene.transaction(2, [try Scene.insert("users", ["id": "c"])]),
    ])
    #expect(outcomes.map(\.testText) == ["applied", "applied"])
    #expect(try scene.run("SELECT id FROM users ORDER BY id") == "b\nc")
  }

  @Test func `a row that has other values than expected refuses`() throws {
    let scene = try Scene()
    _ = try scene.run("INSERT INTO users VALUES ('a', 'Ada', 1, '{}'), ('b', NULL, 1, NULL)")
    let outcomes = try scene.session().push([
      scene.transaction(
        1,
        [try Scene.update("users", "a", ["age": "2"], expected: ["age": "1", "data": "{}"])]
      ),
      scene.transaction(2, [try Scene.update("users", "a", ["age": "3"], expected: ["age": "1"])]),
      scene.transaction(3, [try Scene.delete("users", "a", expected: ["age": "1"])]),
      scene.transaction(4, [try Scene.delete("users", "b", expected: ["name": nil])]),
      // The row is gone, as the file wants it.
      scene.transaction(5, [try Scene.delete("users", "b", expected: ["age": "9"])]),
    ])
    #expect(
      outcomes.map(\.testText) == [
        "applied", "refused SG001", "refused SG001", "applied", "applied",
      ]
    )
    #expect(try scene.run("SELECT id, age FROM users") == "a|2")
  }

  @Test func `a transaction is never applied twice, whichever answer was lost`() throws {
    let scene = try Scene()
    let transactions = try (1...5).map { number in
      scene.transaction(
        Int64(number),
        number == 3
          ? [try Scene.update("users", "nobody", ["age": "1"])]
          : [try Scene.insert("users", ["id": "\(number)"])]
      )
    }
    let proxy = try FaultProxy(to: scene.scene.server.folder)
    #expect(try scene.session(through: proxy).push([]).isEmpty)
    let begin = proxy.forwardedBytes
    var random = SeededRandom(seed: TestSeed.current)
    let isEach = Environment.value("STATEGRAPH_CUTS") == "all"
    let cuts =
      isEach
      ? Array(begin..<(begin + 6_000))
      : (0..<40).map { _ in begin + .random(in: 0..<6_000, using: &random) }
    for cut in cuts {
      _ = try scene.run(
        "TRUNCATE users, posts, stategraph.clients, stategraph.pushed, stategraph.refusals"
      )
      proxy.set(FaultProxy.Plan(cutAfterBytes: cut))
      let first = (try? scene.session(through: proxy))?.push(transactions).map(\.testText) ?? []
      _ = try scene.run(PostgreSQLServer.untilClientsEnd)
      let second = try scene.session().push(transactions).map(\.testText)
      let expected = ["applied", "applied", "refused SG001", "applied", "applied"]
      let final = zip(second, expected).map { $0 == "decided" ? $1 : $0 }
      #expect(final == expected, "cut \(cut), seed \(TestSeed.current): \(first) \(second)")
      // What was answered is never sent again: the second session finds it decided.
      for (answer, again) in zip(first, second) where answer == "applied" {
        #expect(again == "decided", "cut \(cut), seed \(TestSeed.current)")
      }
      #expect(try scene.run("SELECT string_agg(id, '' ORDER BY id) FROM users") == "1245")
      #expect(try scene.sequence == "5")
      #expect(
        try scene.run("SELECT count(*), min(seq), max(seq) FROM stategraph.pushed") == "5|1|5"
      )
      #expect(try scene.run("SELECT seq FROM stategraph.refusals") == "3")
    }
  }

  @Test func `a number that was left out is not pushed`() throws {
    let scene = try Scene()
    let session = try scene.session()
    let outcomes = session.push([
      scene.transaction(2, [try Scene.insert("users", ["id": "a"])]),
      scene.transaction(3, [try Scene.insert("users", ["id": "b"])]),
    ])
    #expect(outcomes.map(\.testText) == ["again", "not sent"])
    #expect(try scene.run("SELECT count(*) FROM users") == "0")
    #expect(try scene.sequence == "0")
  }

  @Test func `only the last transaction of a batch waits for the disk`() throws {
    let scene = try Scene()
    _ = try scene.run(
      """
      CREATE TABLE seen (id text, setting text); GRANT ALL ON seen TO pusher;
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.seen VALUES (NEW.id, current_setting('synchronous_commit'));
        RETURN NEW; END $$;
      CREATE TRIGGER see BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION see();
      """
    )
    let session = try scene.session()
    let outcomes = session.push(
      try (1...3).map {
        scene.transaction(Int64($0), [try Scene.insert("users", ["id": "\($0)"])])
      }
    )
    #expect(outcomes.map(\.testText) == ["applied", "applied", "applied"])
    #expect(try scene.run("SELECT setting FROM seen ORDER BY id") == "off\noff\non")
  }

  @Test func `two names that differ in their bytes only are two columns`() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    let scene = try Scene()
    _ = try scene.run("ALTER TABLE users ADD \"\(composed)\" text, ADD \"\(decomposed)\" text")
    let outcomes = try scene.session().push([
      scene.transaction(1, [try Scene.insert("users", ["id": "a", composed: "1"])]),
      scene.transaction(2, [try Scene.insert("users", ["id": "b", decomposed: "2"])]),
    ])
    #expect(outcomes.map(\.testText) == ["applied", "applied"])
    let values = try scene.run(
      "SELECT \"\(composed)\", \"\(decomposed)\" FROM users ORDER BY id"
    )
    #expect(values == "1|\n|2")
  }

  @Test func `a batch that is larger than the window is applied`() throws {
    let scene = try Scene()
    let text = String(repeating: "z", count: 2_000)
    let outcomes = try scene.session().push(
      try (1...1_500).map {
        scene.transaction(
          Int64($0),
          [try Scene.insert("users", ["id": "\($0)", "data": "\"\(text)\""])]
        )
      }
    )
    #expect(outcomes.allSatisfy { $0.testText == "applied" })
    #expect(try scene.run("SELECT count(*) FROM users") == "1500")
  }
}
#endif
