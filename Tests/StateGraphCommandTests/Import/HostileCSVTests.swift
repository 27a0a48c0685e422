import StateGraphSQLite
import TestSupport
import Testing

@Suite("Hostile CSV") struct HostileCSVTests {
  @Test(arguments: HostileInput.csvSyntax)
  func `broken and odd CSV is refused at its place or read as it stands`(
    input: HostileInput
  ) throws {
    try input.check()
  }

  @Test(arguments: HostileInput.csvHeaders)
  func `a header that no mapping can trust is refused`(input: HostileInput) throws {
    try input.check()
  }

  @Test func `a field of ten megabytes is kept whole`() throws {
    let hostile = try HostileScene()
    let field = String(repeating: "long \"\" ", count: 1_250_000)
    let path = try hostile.scene.directory.write("id,name\nu,\"\(field)\"\n", to: "users.csv")
    #expect(try hostile.scene.run("import", hostile.scene.database, path).status == 0)
    #expect(
      try hostile.scene.firstValue("SELECT length(name) FROM users") == .integer(8_750_000)
    )
  }

  @Test func `a field beyond the limit is refused at its opening quote`() throws {
    let hostile = try HostileScene()
    let field = String(repeating: "x", count: 66 << 20)
    let path = try hostile.scene.directory.write("id,name\nu,\"\(field)\"\n", to: "users.csv")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: \(path):2:3: "))
    #expect(try hostile.isUntouched())
  }

  @Test func `ten thousand columns are refused at the first that the table lacks`() throws {
    let hostile = try HostileScene()
    let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
    let path = try hostile.scene.directory.write("id,name,\(names)\nu,a\n", to: "users.csv")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: \(path):1:9: "))
    #expect(try hostile.isUntouched())
  }

  @Test func `a header of three hundred thousand columns takes no square of their number`() throws {
    let hostile = try HostileScene()
    let names = (0..<300_000).map { "c\($0)" }.joined(separator: ",")
    try hostile.scene.directory.write("id,name,\(names)\nu,a\n", to: "users.csv")
    let result = try hostile.scene.shell(
      "\"$stategraph\" import \"$database\" users.csv --separator , --quote '\"'",
      seconds: 250
    )
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: users.csv:1:9: "))
    #expect(try hostile.isUntouched())
  }

  @Test func `a row of ten thousand fields is refused where the first is too many`() throws {
    let hostile = try HostileScene()
    let fields = String(repeating: ",x", count: 9_999)
    let path = try hostile.scene.directory.write("id,name\nu\(fields)\n", to: "users.csv")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: \(path):2:5: "))
    #expect(try hostile.isUntouched())
  }

  @Test func `a wrong type after twenty thousand rows leaves the table empty`() throws {
    let hostile = try HostileScene()
    let rows = (1...20_000).map { "\($0),\($0)\n" }.joined()
    let path = try hostile.scene.directory.write("id,count\n\(rows)20001,many\n", to: "things.csv")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("stategraph: \(path):20002:7: "))
    #expect(try hostile.rows("things").isEmpty)
  }
}

extension HostileInput {
  static let csvSyntax: [HostileInput] = [
    Self("open quote", "users.csv", "id,name\na,\"b\nc,d\n", .refused(at: "2:3")),
    Self("open quote in the last byte", "users.csv", "id,name\na,\"", .refused(at: "2:3")),
    Self(
      "quote inside a field",
      "users.csv",
      "id,name\na,b\"c\"\n",
      .kept(["'a','b\"c\"',NULL"])
    ),
    Self(
      "blank before a quote",
      "users.csv",
      "id,name\na, \"b\"\n",
      .kept(["'a',' \"b\"',NULL"])
    ),
    Self(
      "quote inside a field, strictly",
      "users.csv",
      "id,name\na,b\"c\"\n",
      ["--strict"],
      .refused(at: "2:4")
    ),
    Self("text behind a quote", "users.csv", "id,name\na,\"b\"c\n", .refused(at: "2:6")),
    Self("short row", "users.csv", "id,name,short_bio\na,b\n", .refused(at: "2:4")),
    Self("long row", "users.csv", "id,name\na,b,c\n", .refused(at: "2:5")),
    Self("comma at the end of all rows", "users.csv", "id,name\na,b,\n", .kept(["'a','b',NULL"])),
    Self("comma at the end of a row", "users.csv", "id,name\na,b\nc,d,\n", .refused(at: "3:5")),
    Self(
      "blank lines",
      "users.csv",
      "\n\nid,name\n\r\n\na,b\n\n\n",
      .kept(["'a','b',NULL"])
    ),
    Self("line of blanks", "users.csv", "id,name\n   \na,b\n", .refused(at: "2:4")),
    Self("line of commas", "users.csv", "id,name,short_bio\n,,\n", .kept([])),
    Self("comment unasked", "users.csv", "id,name\n# note\na,b\n", .refused(at: "2:7")),
    Self(
      "comments asked for",
      "users.csv",
      "# \"note\nid,name\n#,,,\na,#b\n#",
      ["--comment", "#"],
      .kept(["'a','#b',NULL"])
    ),
    Self(
      "wrong separator",
      "users.csv",
      "id;name\na;b\n",
      ["--separator", ","],
      .refused(at: "1:1")
    ),
    Self("no final line end", "users.csv", "id,name\na,b", .kept(["'a','b',NULL"])),
    Self("empty", "users.csv", "", .refused(at: "1:1")),
    Self("header only", "users.csv", "id,name\n", .kept([])),
    Self("header without a line end", "users.csv", "id,name", .kept([])),
    Self("only line ends", "users.csv", "\n\r\n\r\n", .refused(at: "1:1")),
    Self("CRLF", "users.csv", "id,name\r\na,b\r\n", .kept(["'a','b',NULL"])),
    Self("CR alone", "users.csv", "id,name\ra,b\rc,d", .kept(["'a','b',NULL", "'c','d',NULL"])),
    Self(
      "mixed line ends",
      "users.csv",
      "id,name\r\na,b\nc,d\re,f",
      .kept(["'a','b',NULL", "'c','d',NULL", "'e','f',NULL"])
    ),
    Self(
      "line ends inside quotes stay as they are",
      "users.csv",
      "id,name\r\na,\"b\r\nc\nd\re\"\r\n",
      .kept(["'a','b\r\nc\nd\re',NULL"])
    ),
    Self(
      "place behind quoted line ends",
      "users.csv",
      "id,name\na,\"b\r\nc\nd\"\ne,f,g\n",
      .refused(at: "5:5")
    ),
    Self("doubled quotes", "users.csv", "id,name\na,\"\"\"b\"\"\"\n", .kept(["'a','\"b\"',NULL"])),
  ]

  static let csvHeaders: [HostileInput] = [
    Self("column twice", "users.csv", "id,name,name\na,b,c\n", .refused(at: "1:9")),
    Self("column twice by case", "users.csv", "id,name,NAME\na,b,c\n", .refused(at: "1:9")),
    Self(
      "column twice by its other spelling",
      "users.csv",
      "id,short_bio,shortBio\na,b,c\n",
      .refused(at: "1:14")
    ),
    Self("column without a name", "users.csv", "id,,name\na,b,c\n", .refused(at: "2:3")),
    Self("last column without a name", "users.csv", "id,name,\na,b,\n", .kept(["'a','b',NULL"])),
    Self("unknown column", "users.csv", "id,nmae\na,b\n", .refused(at: "1:4")),
    Self("no column for the key", "users.csv", "name\nb\n", .refused(at: "1:1")),
    Self("blank around a name", "users.csv", "id, name\na,b\n", .refused(at: "1:4")),
    Self(
      "SQL as a name",
      "users.csv",
      "id,\"name) VALUES ('x'); DROP TABLE users; --\"\na,b\n",
      .refused(at: "1:4")
    ),
    Self(
      "escape sequence as a name",
      "users.csv",
      "id,\u{1B}]0;owned\u{7}\na,b\n",
      .refused(at: "1:4")
    ),
    Self(
      "name of a megabyte",
      "users.csv",
      "id," + String(repeating: "n", count: 1 << 20),
      .refused(at: "1:4")
    ),
    Self(
      "byte order mark before the name",
      "users.csv",
      "\u{FEFF}id,name\na,b\n",
      .kept(["'a','b',NULL"])
    ),
    Self(
      "byte order mark before a quoted name",
      "users.csv",
      "\u{FEFF}\"id\",name\na,b\n",
      .kept(["'a','b',NULL"])
    ),
    Self(
      "byte order mark twice",
      "users.csv",
      "\u{FEFF}\u{FEFF}id,name\na,b\n",
      .kept(["'a','b',NULL"])
    ),
  ]
}
