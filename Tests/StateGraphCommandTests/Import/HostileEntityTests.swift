import StateGraphSQLite
import TestSupport
import Testing

@Suite("Hostile entities") struct HostileEntityTests {
  @Test(arguments: HostileInput.badEntities)
  func `records that contradict or lack each other are refused`(input: HostileInput) throws {
    try input.check()
  }

  @Test(arguments: HostileInput.oddEntities)
  func `records that only look wrong are kept`(input: HostileInput) throws {
    try input.check()
  }

  @Test func `a nested record with fewer members erases no value`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(
      """
      {"id":"p1","author":{"id":"u","name":"Ada"}}
      {"id":"p2","author":{"id":"u","name":"Ada","short_bio":"wrote"}}
      {"id":"p3","author":{"id":"u","name":null,"short_bio":null}}
      {"id":"p4","author":{"id":"u"}}
      {"id":"p5","author":"u"}
      """,
      to: "posts.jsonl"
    )
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try hostile.rows("users") == ["'u','Ada','wrote'"])
    #expect(try hostile.rows("posts").count == 5)
  }

  @Test func `equal ids in two tables are two rows`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(
      #"{"id":"x","title":"T","author":{"id":"x","name":"A"},"tags":[{"id":"x","name":"t"}]}"#,
      to: "posts.jsonl"
    )
    #expect(try hostile.scene.run("import", hostile.scene.database, path).status == 0)
    #expect(try hostile.rows("posts") == ["'x','T','x'"])
    #expect(try hostile.rows("users") == ["'x','A',NULL"])
    #expect(try hostile.rows("tags") == ["'x','t'"])
    #expect(try hostile.rows("post_tags") == ["'x','x',0"])
  }

  @Test func `the order of an array is kept, and a repeated element counts once`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(
      #"{"id":"p","tags":[{"id":"b"},{"id":"a","name":"A"},{"id":"b","name":"B"},{"id":"c","name":"C"}]}"#,
      to: "posts.jsonl"
    )
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try hostile.rows("post_tags") == ["'p','a',1", "'p','b',0", "'p','c',3"])
    #expect(try hostile.rows("tags") == ["'a','A'", "'b','B'", "'c','C'"])
  }

  @Test func `a second import of the same changes not a byte`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(
      #"[{"id":1,"parent":{"id":2,"label":"b"}},{"id":2,"parent_id":1},{"id":3,"parent_id":3}]"#,
      to: "things.json"
    )
    #expect(try hostile.scene.run("import", hostile.scene.database, path).status == 0)
    let rows = try hostile.scene.dump()
    let again = try hostile.scene.run("import", hostile.scene.database, path, "--json")
    #expect(again.status == 0)
    #expect(again.output.contains("\"changes\": 0"))
    #expect(try hostile.scene.dump() == rows)
  }
}

extension HostileInput {
  static let badEntities: [HostileInput] = [
    Self("id twice and in conflict", "users.csv", "id,name\na,A\na,B\n", .refused(at: "3:1")),
    Self(
      "id twice in JSON",
      "users.jsonl",
      "{\"id\":\"a\",\"name\":\"A\"}\n{\"id\":\"a\",\"name\":\"B\"}\n",
      .refused(at: "2:7")
    ),
    Self("id twice and equal", "users.csv", "id,name\na,A\na,A\n", .refused(at: "3:1")),
    Self("empty key", "users.csv", "id,name\n,A\n", .refused(at: "2:1")),
    Self("reference to nobody", "posts.csv", "id,author_id\np,nobody\n", .refused(at: "2:3")),
    Self(
      "reference to nobody in JSON",
      "posts.json",
      "[{\"id\":\"p\",\"author\":\"x\"}]",
      .refused(at: "1:21")
    ),
    Self("self reference to nobody", "things.csv", "id,parent_id\n1,2\n", .refused(at: "2:3")),
    Self(
      "nested record without its key",
      "posts.json",
      "[{\"id\":\"p\",\"author\":{\"name\":\"A\"}}]",
      .refused(at: "1:21")
    ),
    Self(
      "nested record with a null key",
      "posts.json",
      "[{\"id\":\"p\",\"author\":{\"id\":null,\"name\":\"A\"}}]",
      .refused(at: "1:27")
    ),
    Self(
      "array of scalars that cannot be keys",
      "posts.json",
      "[{\"id\":\"p\",\"tags\":[true]}]",
      .refused(at: "1:20")
    ),
    Self(
      "child that says it belongs elsewhere",
      "posts.json",
      "[{\"id\":\"p\",\"comments\":[{\"id\":\"c\",\"post_id\":\"q\"}]}]",
      .refused(at: "1:44")
    ),
    Self(
      "two members for one reference that differ",
      "posts.json",
      "[{\"id\":\"p\",\"author\":\"u\",\"author_id\":\"v\"}]",
      .refused(at: "1:25")
    ),
    Self(
      "text where a nested record must be",
      "posts.json",
      "[{\"id\":\"p\",\"comments\":5}]",
      .refused(at: "1:12")
    ),
  ]

  static let oddEntities: [HostileInput] = [
    Self(
      "ids zero and minus one",
      "things.csv",
      "id\n0\n-1\n",
      .kept(["-1,NULL,NULL,NULL,0,NULL", "0,NULL,NULL,NULL,0,NULL"])
    ),
    Self("quoted empty id", "users.csv", "id,name\n\"\",A\n", .kept(["'','A',NULL"])),
    Self("empty id in JSON", "users.json", "[{\"id\":\"\"}]", .kept(["'',NULL,NULL"])),
    Self(
      "self reference",
      "things.csv",
      "id,parent_id\n1,1\n",
      .kept(["1,NULL,NULL,NULL,0,1"])
    ),
    Self(
      "cycle of two",
      "things.csv",
      "id,parent_id\n1,2\n2,1\n",
      .kept(["1,NULL,NULL,NULL,0,2", "2,NULL,NULL,NULL,0,1"])
    ),
    Self(
      "child before its parent",
      "things.csv",
      "id,parent_id\n2,1\n1,\n",
      .kept(["1,NULL,NULL,NULL,0,NULL", "2,NULL,NULL,NULL,0,1"])
    ),
    Self(
      "reference to nobody, to be kept",
      "posts.csv",
      "id,author_id\np,nobody\n",
      ["--dangling", "keep"],
      .kept(["'p',NULL,'nobody'"])
    ),
    Self(
      "reference to nobody, to be dropped",
      "posts.csv",
      "id,author_id\np,nobody\n",
      ["--dangling", "null"],
      .kept(["'p',NULL,NULL"])
    ),
  ]
}
