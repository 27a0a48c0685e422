import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("A mapping makes an input fit the schema")
struct MappingTests {
  private static let schema = """
    CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL, title TEXT, score INTEGER, share REAL,
      language TEXT, created TEXT, changed INTEGER, first TEXT, last TEXT,
      loud TEXT GENERATED ALWAYS AS (upper(title)));
    CREATE TABLE tags (id INTEGER PRIMARY KEY, label TEXT);
    CREATE TABLE post_tags (post_id TEXT NOT NULL REFERENCES posts, tag_id INTEGER NOT NULL
      REFERENCES tags, position INTEGER NOT NULL, PRIMARY KEY (post_id, tag_id));
    CREATE TABLE notes (id TEXT PRIMARY KEY NOT NULL, post_id TEXT REFERENCES posts);
    """

  private func run(
    _ name: String,
    _ text: String,
    mapping: String,
    _ scene: ImportScene,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    let map = try scene.file("map.json", mapping)
    return try scene.run(name, text) {
      $0.mapping = .file(map)
      change(&$0)
    }
  }

  /// The same records as CSV and as JSON, which a mapping must treat alike.
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let mapping: String
    let csv: String
    let json: String
    let columns: String
    let rows: [[SQLiteValue]]
    var testDescription: String { name }
  }

  static let examples: [Example] = [
    Example(
      name: "names are other names",
      mapping: #"{"rename": {"Nummer": "id", "Wert, netto": "score"}}"#,
      csv: "Nummer,\"Wert, netto\"\n1,7\n",
      json: #"[{"Nummer":"1","Wert, netto":7}]"#,
      columns: "id, score",
      rows: [[.text("1"), .integer(7)]]
    ),
    Example(
      name: "constants stand where the record has nothing",
      mapping: #"{"constants": {"language": "de", "score": 3, "share": 0.5}}"#,
      csv: "id,language,score\na,,4\nb,fr,\n",
      json: #"[{"id":"a","language":null,"score":4},{"id":"b","language":"fr"}]"#,
      columns: "id, language, score, share",
      rows: [
        [.text("a"), .text("de"), .integer(4), .real(0.5)],
        [.text("b"), .text("fr"), .integer(3), .real(0.5)],
      ]
    ),
    Example(
      name: "a constant may be the key",
      mapping: #"{"constants": {"id": "only"}}"#,
      csv: "title\nT\n",
      json: #"{"title":"T"}"#,
      columns: "id, title",
      rows: [[.text("only"), .text("T")]]
    ),
    Example(
      name: "names are left out",
      mapping: #"{"ignore": ["secret", "Secret"]}"#,
      csv: "id,secret,Secret,title\na,x,y,T\n",
      json: #"{"id":"a","secret":{"a":[1]},"Secret":1,"title":"T"}"#,
      columns: "id, title",
      rows: [[.text("a"), .text("T")]]
    ),
    Example(
      name: "texts mean NULL in one column",
      mapping: #"{"nulls": {"score": ["NA", "-"], "title": ["-"]}}"#,
      csv: "id,score,title\na,NA,NA\nb,-,-\nc,5,\"-\"\n",
      json: """
        [{"id":"a","score":"NA","title":"NA"},{"id":"b","score":"-","title":"-"},
        {"id":"c","score":5,"title":"- "}]
        """,
      columns: "id, score, rtrim(title, ' ')",
      rows: [
        [.text("a"), .null, .text("NA")], [.text("b"), .null, .null],
        [.text("c"), .integer(5), .text("-")],
      ]
    ),
    Example(
      name: "a text is split into columns",
      mapping: #"{"split": {"name": {"separator": " / ", "into": ["first", "last", "score"]}}}"#,
      csv: "id,name\na,Ada / Lovelace / 7\nb,  Plato\t\nc,\n",
      json: """
        [{"id":"a","name":"Ada / Lovelace / 7"},{"id":"b","name":"  Plato\\t"},
        {"id":"c","name":null}]
        """,
      columns: "id, first, last, score",
      rows: [
        [.text("a"), .text("Ada"), .text("Lovelace"), .integer(7)],
        [.text("b"), .text("Plato"), .null, .null], [.text("c"), .null, .null, .null],
      ]
    ),
    Example(
      name: "dates become text and numbers",
      mapping: #"""
        {"rename": {"am": "created"},
         "dates": {"created": {"from": "dd.MM.yyyy"},
                   "changed": {"from": "d/M/yy HH:mm X", "to": "epoch-seconds"}}}
        """#,
      csv: "id,am,changed\na,29.02.2000,22/11/26 07:20 +01:30\nb,,\n",
      json:
        #"[{"id":"a","am":"29.02.2000","changed":"22/11/26 07:20 +01:30"},{"id":"b","am":null}]"#,
      columns: "id, created, changed",
      rows: [
        [.text("a"), .text("2000-02-29"), .integer(1_795_326_600)], [.text("b"), .null, .null],
      ]
    ),
  ]

  @Test(arguments: examples)
  func `CSV and JSON are mapped alike`(_ example: Example) throws {
    for (name, text) in [("posts.csv", example.csv), ("posts.json", example.json)] {
      let scene = try ImportScene(Self.schema)
      _ = try run(name, text, mapping: "{\"posts\": \(example.mapping)}", scene)
      let sql = SQL(text: "SELECT \(example.columns) FROM posts ORDER BY id")
      #expect(try scene.rows(sql) == example.rows, "\(name)")
      let again = try run(name, text, mapping: "{\"posts\": \(example.mapping)}", scene)
      #expect(again.changes == 0, "\(name)")
    }
  }

  @Test(arguments: ["posts.csv", "posts.json"])
  func `a text is split into links in its order`(name: String) throws {
    let scene = try ImportScene(Self.schema)
    try scene.run("tags.csv", "id\n1\n2\n30\n")
    let text =
      name == "posts.csv"
      ? "id,Tags\na,\"30, 1,,30\"\nb,\nc,2\n"
      : #"[{"id":"a","Tags":"30, 1,,30"},{"id":"b","Tags":""},{"id":"c","Tags":2}]"#
    let mapping = #"{"posts": {"split": {"Tags": {"separator": ",", "into": "tags"}}}}"#
    _ = try run(name, text, mapping: mapping, scene)
    #expect(
      try scene.rows("SELECT post_id, tag_id, position FROM post_tags ORDER BY 1, 3") == [
        [.text("a"), .integer(30), .integer(0)], [.text("a"), .integer(1), .integer(1)],
        [.text("c"), .integer(2), .integer(0)],
      ]
    )
    #expect(try run(name, text, mapping: mapping, scene).changes == 0)
  }

  @Test func `a text is split into children`() throws {
    let scene = try ImportScene(Self.schema)
    let mapping = #"{"posts": {"split": {"notes": {"separator": "|", "into": "notes"}}}}"#
    _ = try run("posts.csv", "id,notes\na,x|y\n", mapping: mapping, scene)
    #expect(
      try scene.rows("SELECT id, post_id FROM notes ORDER BY id")
        == [[.text("x"), .text("a")], [.text("y"), .text("a")]]
    )
  }

  @Test func `a link that leads nowhere is found at its field`() throws {
    let scene = try ImportScene(Self.schema)
    let map = try scene.file(
      "map.json",
      #"{"posts": {"split": {"Tags": {"separator": ",", "into": "tags"}}}}"#
    )
    let error = try scene.failure("posts.csv", "id,Tags\na,\"é\n\"\nb,\"1,2\"\n") {
      $0.mapping = .file(map)
    }
    #expect(error.code == .wrongType)
    #expect(error.lineAndColumn == "2:3")
    let dangling = try scene.failure("posts.csv", "id,Tags\na,\nb,\"1,2\"\n") {
      $0.mapping = .file(map)
    }
    #expect(dangling.code == .danglingReference)
    #expect(dangling.lineAndColumn == "3:3")
  }

  @Test func `nested records are mapped like top-level records`() throws {
    let scene = try ImportScene(Self.schema)
    let mapping = #"{"tags": {"rename": {"nr": "id"}, "constants": {"label": "none"}}}"#
    _ = try run(
      "posts.json",
      #"{"id":"a","tags":[{"nr":1,"label":"L"},{"nr":2,"label":null}]}"#,
      mapping: mapping,
      scene
    )
    #expect(
      try scene.rows("SELECT id, label FROM tags ORDER BY id")
        == [[.integer(1), .text("L")], [.integer(2), .text("none")]]
    )
    #expect(try scene.rows("SELECT count(*) FROM post_tags") == [[.integer(2)]])
  }

  @Test func `a rename may lead to a nested table`() throws {
    let scene = try ImportScene(Self.schema)
    _ = try run(
      "posts.json",
      #"{"id":"a","Schlagworte":[{"id":1,"label":"L"}]}"#,
      mapping: #"{"posts": {"rename": {"Schlagworte": "tags"}}}"#,
      scene
    )
    #expect(try scene.rows("SELECT tag_id FROM post_tags") == [[.integer(1)]])
  }

  @Test func `a mapping of another table changes nothing`() throws {
    let scene = try ImportScene(Self.schema)
    let mapping = #"{"tags": {"ignore": ["title"]}}"#
    _ = try run("posts.csv", "id,title\na,T\n", mapping: mapping, scene)
    #expect(try scene.rows("SELECT title FROM posts") == [[.text("T")]])
  }

  private static let everyPartOfPosts = """
    "posts": {
      "rename": {"Titel": "title", "Wert": "score"},
      "ignore": ["secret", "Secret"],
      "split": {"Tags": {"separator": ",", "into": "tags"},
                "name": {"separator": " ", "into": ["first", "last"]}},
      "dates": {"created": {"from": "iso8601"}},
      "nulls": {"score": ["-"], "share": ["-"]},
      "constants": {"language": "de"}}
    """

  @Test(arguments: [
    ("posts.csv", "id,Titel,secret\na,T,s\n"),
    ("posts.json", #"[{"id":"a"},{"id":"b","Titel":"T","secret":[]}]"#),
  ])
  func `each unused part of a mapping is reported once, with its place`(
    name: String,
    text: String
  ) throws {
    let scene = try ImportScene(Self.schema)
    let others = #""tags": {"rename": {"nr": "id"}}, "notes": {"ignore": ["x"]}"#
    let mapping = "{\(Self.everyPartOfPosts),\n\(others)}"
    let report = try run(name, text, mapping: mapping, scene)
    #expect(
      report.unusedMappings.map { "\($0.table) \($0.part) \($0.name) \($0.place?.line ?? 0)" } == [
        "notes table notes 9", "posts dates created 6", "posts ignore Secret 3",
        "posts nulls score 7", "posts nulls share 7", "posts rename Wert 2", "posts split Tags 4",
        "posts split name 5", "tags table tags 9",
      ]
    )
    #expect(
      report.unusedMappings.map(\.description).contains {
        $0.hasSuffix(
          "map.json:2:32: no record of table \"posts\" has the member \"Wert\", which the mapping "
            + "names under \"rename\""
        )
      }
    )
  }

  @Test(arguments: [
    (
      "posts.csv",
      "id,Titel,Wert,secret,Secret,Tags,name,created,share\na,T,1,,,\"1,2\",A B,2026-11-22,-\n"
    ),
    (
      "posts.json",
      #"""
      [{"id":"a","Titel":"T","secret":1},{"id":"b","Wert":1,"Secret":{}},{"id":"c","Tags":"1,2"},
      {"id":"d","name":"A B"},{"id":"e","created":"2026-11-22"},{"id":"f","share":"-"}]
      """#
    ),
  ])
  func `a mapping whose every part is used causes no warning`(
    name: String,
    text: String
  ) throws {
    let scene = try ImportScene(Self.schema)
    try scene.run("tags.csv", "id\n1\n2\n")
    let mapping = "{\(Self.everyPartOfPosts)}"
    #expect(try run(name, text, mapping: mapping, scene).unusedMappings == [])
  }

  @Test func `nested records and links have use for the mapping of their tables`() throws {
    let scene = try ImportScene(Self.schema)
    let report = try run(
      "posts.json",
      #"{"id":"a","tags":[{"nr":1,"label":"L","Platz":7}]}"#,
      mapping: """
        {"tags": {"rename": {"nr": "id"}}, "post_tags": {"rename": {"Platz": "position"}}}
        """,
      scene
    )
    #expect(report.unusedMappings == [])
    let links = try scene.rows("SELECT tag_id, position FROM post_tags")
    #expect(links == [[.integer(1), .integer(7)]])
  }

  @Test func `a name in a mapping is the name of the same bytes only`() throws {
    let scene = try ImportScene(Self.schema)
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let mapping = "{\"posts\": {\"rename\": {\"\(composed)\": \"title\"}}}"
    let report = try run("posts.csv", "id,\(decomposed)\na,T\n", mapping: mapping, scene) {
      $0.ignoresUnknown = true
    }
    #expect(report.unusedMappings.map(\.name) == [composed])
    #expect(report.inputs[0].ignored == [decomposed])
    #expect(try scene.rows("SELECT title FROM posts") == [[.null]])
    let nulls = "{\"posts\": {\"nulls\": {\"title\": [\"\(composed)\"]}}}"
    for (name, text) in [
      ("posts.csv", "id,title\nb,\(decomposed)\n"),
      ("posts.json", "{\"id\":\"c\",\"title\":\"\(decomposed)\"}"),
    ] {
      _ = try run(name, text, mapping: nulls, scene) { $0.nullSpellings = [composed] }
    }
    #expect(try scene.rows("SELECT count(title) FROM posts") == [[.integer(2)]])
  }

  struct BadMapping: Sendable, CustomTestStringConvertible {
    let text: String
    let place: String
    let remedy: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    BadMapping(text: #"{"post": {}}"#, place: "1:2", remedy: "\"posts\""),
    BadMapping(text: "{\"posts\":\n {\"renames\": {}}}", place: "2:3", remedy: "\"rename\""),
    BadMapping(text: #"{"posts": {"rename": {"a": "titel"}}}"#, place: "1:23", remedy: "\"title\""),
    BadMapping(text: #"{"posts": {"rename": {"a": 1}}}"#, place: "1:28", remedy: "quotes"),
    BadMapping(text: #"{"posts": {"rename": []}}"#, place: "1:22", remedy: "{…}"),
    BadMapping(
      text: #"{"posts": {"constants": {"nope": 1}}}"#,
      place: "1:26",
      remedy: "columns are"
    ),
    BadMapping(text: #"{"posts": {"constants": {"loud": "x"}}}"#, place: "1:26", remedy: "out"),
    BadMapping(text: #"{"posts": {"constants": {"score": "x"}}}"#, place: "1:26", remedy: "quotes"),
    BadMapping(text: #"{"posts": {"constants": {"score": null}}}"#, place: "1:35", remedy: ""),
    BadMapping(text: #"{"posts": {"ignore": "x"}}"#, place: "1:22", remedy: "[…]"),
    BadMapping(text: #"{"posts": {"ignore": [1]}}"#, place: "1:23", remedy: "quotes"),
    BadMapping(text: #"{"posts": {"split": {"a": {"into": "tags"}}}}"#, place: "1:27", remedy: ""),
    BadMapping(
      text: #"{"posts": {"split": {"a": {"separator": "", "into": "tags"}}}}"#,
      place: "1:41",
      remedy: "between"
    ),
    BadMapping(
      text: #"{"posts": {"split": {"a": {"separator": ",", "into": "score"}}}}"#,
      place: "1:22",
      remedy: "foreign key"
    ),
    BadMapping(
      text: #"{"posts": {"split": {"a": {"separator": ",", "into": ["nope"]}}}}"#,
      place: "1:22",
      remedy: ""
    ),
    BadMapping(
      text: #"{"posts": {"dates": {"created": {"to": "iso8601"}}}}"#,
      place: "1:33",
      remedy: ""
    ),
    BadMapping(
      text: #"{"posts": {"dates": {"created": {"from": "dd/qq/yyyy"}}}}"#,
      place: "1:42",
      remedy: "dd/MM/yyyy"
    ),
    BadMapping(
      text: #"{"posts": {"dates": {"created": {"from": "iso8601", "to": "unix"}}}}"#,
      place: "1:59",
      remedy: "epoch-seconds"
    ),
    BadMapping(
      text: #"{"posts": {"dates": {"changed": {"from": "iso8601"}}}}"#,
      place: "1:22",
      remedy: "\"to\""
    ),
    BadMapping(text: #"{"posts": {"nulls": {"nope": []}}}"#, place: "1:22", remedy: "columns are"),
    BadMapping(text: #"{"posts": {}, "POSTS": {}}"#, place: "1:2", remedy: "together"),
    BadMapping(text: #"{"posts": {}} {}"#, place: "1:15", remedy: ""),
    BadMapping(text: "", place: "1:1", remedy: "TABLE"),
    BadMapping(text: "[]", place: "", remedy: ""),
    BadMapping(text: #"{"posts": {"#, place: "1:12", remedy: ""),
  ])
  func `an invalid mapping is refused with its place`(_ bad: BadMapping) throws {
    let scene = try ImportScene(Self.schema)
    let map = try scene.file("map.json", bad.text)
    let error = try scene.failure("posts.csv", "id\na\n") { $0.mapping = .file(map) }
    if bad.text != "[]" {
      #expect(error.place?.file == map)
      #expect(error.lineAndColumn == bad.place)
      #expect(error.remedy.contains(bad.remedy))
    }
  }

  @Test func `a mapping that is not there is a missing input`() throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("posts.csv", "id\na\n") { $0.mapping = .file("/nowhere.json") }
    #expect(error.code == .inputMissing)
  }

  @Test func `a mapping can be made in code, and its errors have no place`() throws {
    let scene = try ImportScene(Self.schema)
    var mapping = ImportMapping()
    mapping.tables["posts"] = TableMapping()
    mapping.tables["posts"]?.renames = ["a": "id"]
    mapping.tables["posts"]?.constants = ["title": .text("T")]
    try scene.run("posts.csv", "a\nx\n") { $0.mapping = .value(mapping) }
    #expect(try scene.rows("SELECT id, title FROM posts") == [[.text("x"), .text("T")]])
    mapping.tables["posts"]?.dates = ["created": MappedDate(from: "nonsense")]
    let error = try scene.failure("posts.csv", "a\nx\n") { $0.mapping = .value(mapping) }
    #expect(error.code == .invalidMapping)
    #expect(error.place == nil)
  }

  struct BadRecord: Sendable, CustomTestStringConvertible {
    let csv: String
    let code: ImportError.Code
    let place: String
    var testDescription: String { csv }
  }

  @Test(arguments: [
    BadRecord(csv: "Id,created\na,31.02.2026\n", code: .wrongType, place: "2:3"),
    BadRecord(csv: "Id,created\na,1.2.2026\n", code: .wrongType, place: "2:3"),
    BadRecord(csv: "Id,name\né,a b c\n", code: .wrongType, place: "2:3"),
    BadRecord(csv: "Id,score\na,\"x\ny\"\n", code: .wrongType, place: "2:3"),
    BadRecord(csv: "Id,nope\na,1\n", code: .unknownColumn, place: "1:4"),
    BadRecord(csv: "Id,id\na,1\n", code: .duplicateKey, place: "1:4"),
    BadRecord(csv: "title\na\n", code: .missingValue, place: "1:1"),
    BadRecord(csv: "Id,loud\na,1\n", code: .unknownColumn, place: "1:4"),
    BadRecord(csv: "Id\na\nb\na\n", code: .duplicateIdentifier, place: "4:1"),
    BadRecord(csv: "Id,title\na\n", code: .raggedRow, place: "2:2"),
    BadRecord(csv: "", code: .malformedCSV, place: "1:1"),
  ])
  func `a record that does not fit the mapping is refused at its place`(_ bad: BadRecord) throws {
    let scene = try ImportScene(Self.schema)
    let map = try scene.file(
      "map.json",
      #"""
      {"posts": {"rename": {"Id": "id"}, "dates": {"created": {"from": "dd.MM.yyyy"}},
       "split": {"name": {"separator": " ", "into": ["first", "last"]}}}}
      """#
    )
    let error = try scene.failure("posts.csv", bad.csv) { $0.mapping = .file(map) }
    #expect(error.code == bad.code)
    #expect(error.lineAndColumn == bad.place)
  }

  @Test func `unknown names can be ignored, and are reported`() throws {
    let scene = try ImportScene(Self.schema)
    let report = try scene.run("posts.csv", "id,x,title,y\na,1,T,2\n") { $0.ignoresUnknown = true }
    #expect(report.inputs[0].ignored == ["x", "y"])
    #expect(report.inputs[0].description.hasSuffix(", without \"x\" \"y\""))
    try scene.run(
      "posts.json",
      #"{"id":"b","x":{"y":1},"tags":[{"id":1,"z":[],"label":"L"}],"title":"U"}"#
    ) {
      $0.ignoresUnknown = true
    }
    #expect(
      try scene.rows("SELECT id, title FROM posts ORDER BY id")
        == [[.text("a"), .text("T")], [.text("b"), .text("U")]]
    )
    #expect(try scene.rows("SELECT count(*) FROM post_tags") == [[.integer(1)]])
  }

  @Test func `the way of a mapping gives the rows of the plain way`() throws {
    let text =
      "id,title,score,share,language\r\n\"a\",\"\",\"-7\",1.50,\"NA\"\r\nb, x ,,1e3,NA\r\n"
      + "\"c\",\"l1\nl2 \"\"é\"\"\",9223372036854775807,-0.0,😀\r\n"
    var dumps: [[String]] = []
    for ignoresUnknown in [false, true] {
      let scene = try ImportScene(Self.schema)
      try scene.run("posts.csv", text) {
        $0.ignoresUnknown = ignoresUnknown
        $0.nullSpellings = ["NA"]
      }
      dumps.append(try scene.dump())
    }
    #expect(dumps[0].count == 3)
    #expect(sameBytes(dumps[0], dumps[1]))
  }
}
