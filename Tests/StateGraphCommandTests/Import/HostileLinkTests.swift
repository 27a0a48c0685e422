import TestSupport
import Testing

/// Links with attributes of their own that are invalid.
@Suite("Hostile links") struct HostileLinkTests {
  private static let schema = """
    CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL) STRICT;
    CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, label TEXT) STRICT;
    CREATE TABLE post_tags (
      post_id TEXT NOT NULL REFERENCES posts (id), tag_id TEXT NOT NULL REFERENCES tags (id),
      position INTEGER NOT NULL, added_by TEXT, weight INTEGER CHECK (weight >= 0),
      loud TEXT GENERATED ALWAYS AS (upper(added_by)), PRIMARY KEY (post_id, tag_id)
    ) STRICT, WITHOUT ROWID;
    """

  struct BadLink: Sendable, CustomTestStringConvertible {
    let members: String
    let code: String
    let column: Int
    var testDescription: String { members }

    /// The post b with a good link and the bad one.
    var record: String {
      #"{"id":"b","tags":[{"id":"t","label":"T"},{"id":"u","label":"U",\#(members)}]}"#
    }
    var text: String {
      let before = #"{"id":"a","tags":[{"id":"s","label":"S"}]}"#
      return "\(before)\n\(record)\n{\"id\":\"z\"}\n"
    }
  }

  static let bad: [BadLink] = [
    BadLink(members: #""nope":1"#, code: "unknownColumn", column: 64),
    BadLink(members: #""loud":"x""#, code: "unknownColumn", column: 64),
    BadLink(members: #""post_id":"b""#, code: "unknownColumn", column: 64),
    BadLink(members: #""position":"1""#, code: "wrongType", column: 75),
    BadLink(members: #""position":1.5"#, code: "wrongType", column: 75),
    BadLink(members: #""position":9223372036854775808"#, code: "wrongType", column: 75),
    BadLink(members: #""weight":1e3"#, code: "wrongType", column: 73),
    BadLink(members: #""weight":{}"#, code: "wrongType", column: 73),
    BadLink(members: #""added_by":[]"#, code: "wrongType", column: 75),
    BadLink(members: #""added_by":"a","addedBy":"b""#, code: "duplicateKey", column: 79),
    BadLink(members: #""weight":-1"#, code: "constraint", column: 42),
  ]

  @Test(arguments: bad)
  func `a link whose attributes do not fit is refused at its place, and nothing is kept`(
    link: BadLink
  ) throws {
    let hostile = try HostileScene(schema: Self.schema)
    let path = try hostile.scene.directory.write(link.text, to: "posts.jsonl")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: \(path):2:\(link.column): "), "\(result.errors)")
    #expect(try hostile.isUntouched())
  }

  @Test(arguments: bad)
  func `a record with a bad link leaves no row, and all other records are kept`(
    link: BadLink
  ) throws {
    let hostile = try HostileScene(schema: Self.schema)
    let path = try hostile.scene.directory.write(link.text, to: "posts.jsonl")
    let result = try hostile.scene.run(
      "import",
      hostile.scene.database,
      path,
      "--on-error",
      "reject"
    )
    #expect(result.status == 1, "\(result.errors)")
    #expect(try hostile.rows("posts") == ["'a'", "'z'"])
    #expect(try hostile.rows("tags") == ["'s','S'"])
    #expect(try hostile.rows("post_tags").map { $0.prefix(7) } == ["'a','s'"])
    let reject = try #require(try hostile.rejects().first)
    #expect(reject["code"] as? String == link.code)
    #expect(reject["line"] as? Int == 2)
    #expect(reject["column"] as? Int == link.column)
    #expect(reject["raw"] as? String == link.record)
  }

  @Test(arguments: bad)
  func `in batches the records before a bad link are kept, and the mended ones follow`(
    link: BadLink
  ) throws {
    let hostile = try HostileScene(schema: Self.schema)
    let path = try hostile.scene.directory.write(link.text, to: "posts.jsonl")
    let batches = ["import", hostile.scene.database, path, "--batch-size", "1"]
    let result = try hostile.scene.run(batches)
    #expect(result.status == 65)
    #expect(result.errors.contains("; 1 record read before is kept."), "\(result.errors)")
    #expect(try hostile.rows("posts") == ["'a'"])
    #expect(try hostile.rows("tags") == ["'s','S'"])
    try hostile.scene.directory.write(
      link.text.replacing(",\(link.members)}", with: ",\"weight\":7}"),
      to: "posts.jsonl"
    )
    #expect(try hostile.scene.run(batches).status == 0)
    #expect(try hostile.rows("posts") == ["'a'", "'b'", "'z'"])
    #expect(
      try hostile.rows("post_tags") == [
        "'a','s',0,NULL,NULL,NULL", "'b','t',0,NULL,NULL,NULL", "'b','u',1,NULL,7,NULL",
      ]
    )
  }

  @Test func `a link that a second import leaves out stays, and one that says more is changed`()
    throws
  {
    let hostile = try HostileScene(schema: Self.schema)
    let texts = [
      #"{"id":"a","tags":[{"id":"s","label":"S","added_by":"x"},{"id":"t","label":"T"}]}"#,
      #"{"id":"a","tags":[{"id":"t","weight":3}]}"#, #"{"id":"a","tags":[]}"#, #"{"id":"a"}"#,
    ]
    for text in texts {
      let path = try hostile.scene.directory.write(text, to: "posts.json")
      let result = try hostile.scene.run("import", hostile.scene.database, path)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(
      try hostile.rows("post_tags") == ["'a','s',0,'x',NULL,'X'", "'a','t',0,NULL,3,NULL"]
    )
  }
}
