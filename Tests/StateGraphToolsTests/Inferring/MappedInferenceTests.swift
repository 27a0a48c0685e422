import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("An inference with a mapping")
struct MappedInferenceTests {
  /// Infers tables with a mapping, and imports the files with the same mapping.
  private func imported(
    _ files: [(name: String, text: String)],
    _ mapping: ImportMapping
  ) throws -> ImportScene {
    let directory = try TemporaryDirectory()
    let paths = try files.map { try directory.write($0.text, to: $0.name) }
    var inference = SchemaInference(inputs: paths.map { ImportInput(path: $0) })
    inference.mapping = .value(mapping)
    let schema = try inference.run()
    let scene = try ImportScene(schema.sql)
    try scene.run(paths) { $0.mapping = .value(mapping) }
    #expect(try scene.run(paths) { $0.mapping = .value(mapping) }.changes == 0)
    return scene
  }

  private var posts: TableMapping {
    var posts = TableMapping()
    posts.renames = ["Titel": "title"]
    posts.ignored = ["internal"]
    posts.constants = ["language": .text("de"), "votes": .integer(0)]
    posts.splits = [
      "author": MappedSplit(separator: " ", into: .columns(["first", "last"])),
      "tags": MappedSplit(separator: ",", into: .list("tags")),
    ]
    posts.dates = ["written": MappedDate(from: "dd.MM.yyyy", to: .epochSeconds)]
    posts.nullSpellings = ["score": ["NA"]]
    return posts
  }

  @Test func `paths lead to members of nested objects`() throws {
    let json = #"""
      [{"_id": {"$oid": "64b7f0a1c2d3e4f5a6b7c801"}, "properties": {"mag": 1.5, "place": "A"},
        "geometry": {"type": "Point", "coordinates": [1, 2]}, "a.b": {"x": 1}},
       {"_id": {"$oid": "64b7f0a1c2d3e4f5a6b7c802"}, "properties": {"place": "B"}, "geometry": null}]
      """#
    var quakes = TableMapping()
    quakes.renames = [
      "_id.$oid": "id", "properties.mag": "magnitude", "properties.place": "place",
      #"a\.b.x"#: "x",
    ]
    quakes.ignored = ["geometry"]
    var mapping = ImportMapping()
    mapping.tables = ["quakes": quakes]
    let scene = try imported([("quakes.json", json)], mapping)
    #expect(
      try scene.rows("SELECT id, magnitude, place, x FROM quakes ORDER BY id")
        == [
          [.text("64b7f0a1c2d3e4f5a6b7c801"), .real(1.5), .text("A"), .integer(1)],
          [.text("64b7f0a1c2d3e4f5a6b7c802"), .null, .text("B"), .null],
        ]
    )
  }

  @Test(arguments: ["posts.csv", "posts.json"])
  func `renames, constants, splits, dates and spellings of NULL give the tables of the import`(
    file: String
  ) throws {
    let csv = """
      id,Titel,author,tags,written,score,internal,votes
      1,Hallo,Ada Lovelace,"sql, swift",24.12.2026,9.5,x,7
      2,Welt,Grace Hopper,,01.01.1970,NA,y,

      """
    let json = """
      [{"id": 1, "Titel": "Hallo", "author": "Ada Lovelace", "tags": "sql, swift",
        "written": "24.12.2026", "score": 9.5, "internal": {"x": 1}, "votes": 7},
       {"id": 2, "Titel": "Welt", "author": "Grace Hopper", "tags": "",
        "written": "01.01.1970", "score": "NA"}]
      """
    var mapping = ImportMapping()
    mapping.tables = ["posts": posts]
    let scene = try imported([(file, file.hasSuffix("csv") ? csv : json)], mapping)
    #expect(
      try scene.rows(
        "SELECT title, first, last, written, score, votes, language FROM posts ORDER BY id"
      ) == [
        [
          .text("Hallo"), .text("Ada"), .text("Lovelace"), .integer(1_798_070_400), .real(9.5),
          .integer(7), .text("de"),
        ],
        [
          .text("Welt"), .text("Grace"), .text("Hopper"), .integer(0), .null, .integer(0),
          .text("de"),
        ],
      ]
    )
    #expect(
      try scene.rows("SELECT post_id, tag FROM post_tags ORDER BY position")
        == [[.integer(1), .text("sql")], [.integer(1), .text("swift")]]
    )
  }

  @Test func `a mapping applies to nested records of its table`() throws {
    var authors = TableMapping()
    authors.renames = ["Name": "full_name"]
    var mapping = ImportMapping()
    mapping.tables = ["authors": authors]
    let text = #"[{"id": 1, "author": {"id": 2, "Name": "Ada"}}]"#
    let scene = try imported([("books.json", text)], mapping)
    #expect(try scene.rows("SELECT full_name FROM authors") == [[.text("Ada")]])
  }

  @Test func `a value that is no date of the mapping is an error with its place`() throws {
    var mapping = ImportMapping()
    mapping.tables = ["posts": posts]
    for (name, text) in [
      ("posts.csv", "id,written\n1,yesterday\n"),
      ("posts.json", #"[{"id": 1, "written": "yesterday"}]"#),
    ] {
      let directory = try TemporaryDirectory()
      let path = try directory.write(text, to: name)
      var inference = SchemaInference(inputs: [ImportInput(path: path)])
      inference.mapping = .value(mapping)
      let error = #expect(throws: ImportError.self) { try inference.run() }
      #expect(error?.code == .wrongType)
      #expect(error?.place?.line == (name.hasSuffix("csv") ? 2 : 1))
    }
  }
}
