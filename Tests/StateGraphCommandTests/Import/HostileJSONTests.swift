import StateGraphSQLite
import TestSupport
import Testing

@Suite("Hostile JSON") struct HostileJSONTests {
  @Test(arguments: HostileInput.badJSON)
  func `invalid JSON is refused with its place`(input: HostileInput) throws {
    try input.check()
  }

  @Test(arguments: HostileInput.badShapes)
  func `JSON that holds no such records is refused at its place`(input: HostileInput) throws {
    try input.check()
  }

  @Test(arguments: HostileInput.oddJSON)
  func `odd JSON is read as it stands`(input: HostileInput) throws {
    try input.check()
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"id\":"])
  func `a hundred thousand levels are refused without a crash`(unit: String) throws {
    let hostile = try HostileScene()
    let text = String(repeating: unit, count: 100_000)
    let path = try hostile.scene.directory.write(text, to: "users.json")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: \(path):1:"))
    #expect(try hostile.isUntouched())
  }

  @Test func `an escaped NUL is kept, and tells ids apart`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(
      #"[{"id":"a"},{"id":"a\u0000"},{"id":"a\u0000b","name":"\u0000"}]"#,
      to: "users.json"
    )
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try hostile.scene.firstValue(
        """
        SELECT group_concat(line, ' ') FROM
        (SELECT hex(id) || '/' || ifnull(hex(name), '') AS line FROM users ORDER BY hex(id))
        """
      ) == .text("61/ 6100/ 610062/00")
    )
  }

  @Test func `an object of a hundred thousand members is refused in an instant`() throws {
    let hostile = try HostileScene()
    let members = (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let path = try hostile.scene.directory.write("{\(members),\"k7\":1}", to: "users.json")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(try hostile.isUntouched())
  }
}

extension HostileInput {
  static let badJSON: [HostileInput] = [
    Self("comma at the end of an array", "users.json", "[{\"id\":\"a\"},]", .refused(at: "1:13")),
    Self("comma at the end of an object", "users.json", "[{\"id\":\"a\",}]", .refused(at: "1:12")),
    Self("cut in a string", "users.json", "[{\"id\":\"a\"},{\"id\":\"b", .refused(at: "1:19")),
    Self("cut in an object", "users.json", "[{\"id\":\"a\"", .refused(at: "1:11")),
    Self("cut behind a record", "users.json", "[{\"id\":\"a\"}\n", .refused(at: "2:1")),
    Self("key twice", "users.json", "[{\"id\":\"a\",\n\"id\":\"b\"}]", .refused(at: "2:1")),
    Self(
      "key twice by an escape",
      "users.json",
      "[{\"id\":\"a\",\"\\u0069d\":\"b\"}]",
      .refused(at: "1:12")
    ),
    Self("lone surrogate", "users.json", "[{\"id\":\"\\ud83d\"}]", .refused(at: "1:9")),
    Self("unknown escape", "users.json", "[{\"id\":\"\\x41\"}]", .refused(at: "1:9")),
    Self("tab in a string", "users.json", "[{\"id\":\"a\tb\"}]", .refused(at: "1:10")),
    Self("single quotes", "users.json", "[{'id':'a'}]", .refused(at: "1:3")),
    Self("line comment", "users.json", "[ // all\n{\"id\":\"a\"}]", .refused(at: "1:3")),
    Self("block comment", "users.json", "/* all */[{\"id\":\"a\"}]", .refused(at: "1:1")),
    Self("unquoted key", "users.json", "[{id:\"a\"}]", .refused(at: "1:3")),
    Self("text behind the array", "users.json", "[{\"id\":\"a\"}]\n]", .refused(at: "2:1")),
    Self("two arrays", "users.json", "[{\"id\":\"a\"}][{\"id\":\"b\"}]", .refused(at: "1:13")),
    Self("no comma", "users.json", "[{\"id\":\"a\"}{\"id\":\"b\"}]", .refused(at: "1:12")),
    Self(
      "bad line among lines",
      "users.jsonl",
      "{\"id\":\"a\"}\n{\"id\":}\n{\"id\":\"c\"}\n",
      .refused(at: "2:7")
    ),
    Self("last line cut", "users.jsonl", "{\"id\":\"a\"}\n{\"id\":\"b\"", .refused(at: "2:10")),
    Self("line of text", "users.jsonl", "{\"id\":\"a\"}\nhello\n", .refused(at: "2:1")),
    Self(
      "place behind other letters",
      "users.json",
      "[{\"id\":\"日本😀\",\"name\":?}]",
      .refused(at: "1:21")
    ),
  ]

  static let badShapes: [HostileInput] = [
    Self("number", "users.json", "42", .refused(at: "1:1")),
    Self("string", "users.json", " \"id\"", .refused(at: "1:2")),
    Self("null", "users.json", "null", .refused(at: "1:1")),
    Self("array of numbers", "users.json", "[1,2]", .refused(at: "1:2")),
    Self("array of arrays", "users.json", "[[\"id\",\"a\"]]", .refused(at: "1:2")),
    Self("mixed array", "users.json", "[{\"id\":\"a\"},\n 5]", .refused(at: "2:2")),
    Self("array line among lines", "users.jsonl", "{\"id\":\"a\"}\n[\"b\"]\n", .refused(at: "2:1")),
    Self("wrapper object", "users.json", "{\"users\":[{\"id\":\"a\"}]}", .refused(at: "1:2")),
    Self(
      "root that is not there",
      "users.json",
      "{\"users\":[]}",
      ["--root", "people"],
      .refused(at: "1:1")
    ),
    Self(
      "root that is no array",
      "users.json",
      "{\"users\":5}",
      ["--root", "users"],
      .refused(at: "1:10")
    ),
    Self(
      "root twice",
      "users.json",
      "{\"users\":[],\"users\":[]}",
      ["--root", "users"],
      .refused(at: "1:13")
    ),
    Self("null as an id", "users.json", "[{\"id\":null}]", .refused(at: "1:8")),
    Self("no id", "users.json", "[{\"name\":\"A\"}]", .refused(at: "1:2")),
    Self("boolean as an id", "users.json", "[{\"id\":true}]", .refused(at: "1:8")),
    Self("boolean as a text id", "users.json", "[{\"id\":true}]", .refused(at: "1:8")),
    Self("object as an id", "users.json", "[{\"id\":{\"key\":\"a\"}}]", .refused(at: "1:8")),
    Self("array as an id", "users.json", "[{\"id\":[\"a\"]}]", .refused(at: "1:8")),
    Self("real as an integer id", "things.json", "[{\"id\":1},{\"id\":1.0}]", .refused(at: "1:17")),
    Self("text as an integer id", "things.json", "[{\"id\":\"1\"}]", .refused(at: "1:8")),
    Self(
      "array as a map by id",
      "users.json",
      "[{\"name\":\"A\"}]",
      ["--map-by-id"],
      .refused(at: "1:1")
    ),
    Self(
      "number in a map by id",
      "users.json",
      "{\"a\":{\"name\":\"A\"},\n \"b\":5}",
      ["--map-by-id"],
      .refused(at: "2:6")
    ),
    Self(
      "key twice in a map by id",
      "users.json",
      "{\"a\":{},\"a\":{}}",
      ["--map-by-id"],
      .refused(at: "1:9")
    ),
    Self(
      "key of a map that is no number",
      "things.json",
      "{\"1\":{},\"x\":{}}",
      ["--map-by-id"],
      .refused(at: "1:9")
    ),
    Self(
      "key of a map that its record denies",
      "users.json",
      "{\"a\":{\"id\":\"b\"}}",
      ["--map-by-id"],
      .refused(at: "1:7")
    ),
    Self("unknown member", "users.json", "[{\"id\":\"a\",\"nmae\":\"b\"}]", .refused(at: "1:12")),
    Self(
      "unknown member in a nested record",
      "posts.json",
      "[{\"id\":\"p\",\n\"author\":{\"id\":\"u\",\"x\":1}}]",
      .refused(at: "2:20")
    ),
  ]

  static let oddJSON: [HostileInput] = [
    Self("no bytes", "users.json", "", .refused(at: "1:1")),
    Self("empty array", "users.json", " [ ] ", .kept([])),
    Self("only line ends", "users.jsonl", "\n\r\n\n", .kept([])),
    Self("one object", "users.json", "{\"id\":\"a\"}", .kept(["'a',NULL,NULL"])),
    Self(
      "two objects",
      "users.json",
      "{\"id\":\"a\"}{\"id\":\"b\"}",
      .kept(["'a',NULL,NULL", "'b',NULL,NULL"])
    ),
    Self(
      "byte order mark",
      "users.json",
      "\u{FEFF}[{\"id\":\"a\"}]",
      .kept(["'a',NULL,NULL"])
    ),
    Self(
      "blank lines and CRLF among lines",
      "users.jsonl",
      "\r\n{\"id\":\"a\"}\r\n\r\n  \n{\"id\":\"b\"}",
      .kept(["'a',NULL,NULL", "'b',NULL,NULL"])
    ),
    Self(
      "records over several lines",
      "users.jsonl",
      "{\n\"id\":\n\"a\"\n}\n{\"id\":\"b\"}",
      .kept(["'a',NULL,NULL", "'b',NULL,NULL"])
    ),
    Self(
      "escapes",
      "users.json",
      "[{\"id\":\"\\ud83d\\ude00\",\"name\":\"\\\"\\\\\\/\\u00e9\\n\"}]",
      .kept(["'😀','\"\\/é\n',NULL"])
    ),
    Self(
      "root with much around it",
      "users.json",
      "{\"meta\":{\"users\":[1e999]},\"users\":[{\"id\":\"a\"}],\"next\":null}",
      ["--root", "users"],
      .kept(["'a',NULL,NULL"])
    ),
  ]
}
