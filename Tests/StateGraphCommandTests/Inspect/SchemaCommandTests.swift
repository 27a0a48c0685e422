import Foundation
import FoundationXML
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph schema and inspect")
struct SchemaCommandTests {
  /// The texts of an SVG, read by an independent XML parser.
  private final class TextCollector: NSObject, XMLParserDelegate {
    var texts: [String] = []
    private var isText = false

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      isText = name == "text"
      if isText { texts.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if isText { texts[texts.count - 1] += text }
    }

    func parser(
      _ parser: XMLParser,
      didEndElement name: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) { isText = false }
  }

  private func scene(_ script: String) throws -> CommandScene {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.runScript(script) { _ in }
    return scene
  }

  @Test func `the printed SQL creates the same tables`() throws {
    let scene = try CommandScene.samples()
    let result = try scene.run("schema", scene.database)
    #expect(result.status == 0)
    #expect(!result.output.contains("stategraph_migrations"))
    let copy = try self.scene(result.output)
    #expect(try copy.run("schema", copy.database).output == result.output)
    #expect(
      try copy.run("check", copy.database, "--migrations", PackageRoot.migrations).status == 0
    )
  }

  @Test func `a file that cannot be replaced leaves nothing beside it`() throws {
    let scene = try scene("CREATE TABLE a (id INTEGER PRIMARY KEY);")
    let folder = scene.directory.file("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let result = try scene.run("schema", scene.database, "--output", folder)
    #expect(result.status != 0)
    #expect(result.errors.contains(folder))
    #expect(!FileManager.default.fileExists(atPath: folder + ".partial"))
  }

  @Test(
    arguments: [
      """
      CREATE TABLE BOX (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TRIGGER box_new AFTER INSERT ON box BEGIN UPDATE box SET n = 0; END;
      """,
      """
      CREATE TABLE z (id INTEGER PRIMARY KEY);
      CREATE VIEW w AS SELECT * FROM V;
      CREATE VIEW v AS SELECT id FROM z;
      CREATE TRIGGER a INSTEAD OF INSERT ON "V" BEGIN SELECT 1; END;
      CREATE TRIGGER b INSTEAD OF DELETE ON w BEGIN SELECT 1; END;
      CREATE TABLE a_later (id INTEGER PRIMARY KEY);
      CREATE INDEX later ON A_LATER (id);
      """,
    ]
  )
  func `triggers come after their table or view, whatever the case of its name`(
    script: String
  ) throws {
    let scene = try scene(script)
    let printed = try scene.run("schema", scene.database)
    let copy = try self.scene(printed.output)
    #expect(try copy.run("schema", copy.database).output == printed.output)
    let dump = try scene.directory.write(printed.output, to: "schema.sql")
    let diff = try scene.run("migrate", "diff", scene.database, dump)
    #expect(diff.status == 0)
    #expect(diff.errors == "the schemas are the same\n")
  }

  @Test func `SQL of one table comes with its indexes and triggers`() throws {
    let scene = try scene(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id REFERENCES a);
      CREATE VIEW v AS SELECT * FROM b;
      CREATE INDEX b_a ON b (a_id);
      CREATE TRIGGER b_gone AFTER DELETE ON b BEGIN SELECT 1; END;
      CREATE INDEX a_more ON a (id);
      """
    )
    #expect(
      try scene.run("schema", scene.database, "b").output == """
        CREATE TABLE b (id INTEGER PRIMARY KEY, a_id REFERENCES a);

        CREATE INDEX b_a ON b (a_id);

        CREATE TRIGGER b_gone AFTER DELETE ON b BEGIN SELECT 1; END;

        """
    )
    #expect(try scene.run("schema", scene.database, "c").status == 64)
  }

  @Test func `Mermaid names keys, rules and how many`() throws {
    let scene = try scene(
      #"""
      CREATE TABLE "my ""users""" ("the id" TEXT PRIMARY KEY NOT NULL, mail TEXT UNIQUE NOT NULL);
      CREATE TABLE posts (id INTEGER PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES "my ""users""" ("the id"),
        editor_id TEXT UNIQUE REFERENCES "my ""users""", price DECIMAL(5, 2) NOT NULL);
      """#
    )
    #expect(
      try scene.run("schema", scene.database, "--format", "mermaid").output == """
        erDiagram
            "my 'users'" {
                TEXT the_id PK "the id"
                TEXT mail UK
            }
            "posts" {
                INTEGER id PK
                TEXT user_id FK
                TEXT editor_id FK, UK "may be NULL"
                DECIMAL_5__2_ price
            }
            "posts" |o--o| "my 'users'" : "editor_id"
            "posts" }o--|| "my 'users'" : "user_id"

        """
    )
  }

  @Test func `an SVG is well-formed and has every name, whatever is in it`() throws {
    let names = ["plain", "a<b>&\"c'", "]]>", "日本", "tab\there", "<script>"]
    let tables = names.map { "CREATE TABLE \(Identifier($0).quoted) (\(Identifier($0).quoted));" }
    let scene = try scene(tables.joined())
    let result = try scene.run("schema", scene.database, "--format", "svg")
    #expect(result.status == 0)
    let parser = XMLParser(data: Data(result.output.utf8))
    let collector = TextCollector()
    parser.delegate = collector
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    for name in names {
      let shown = name.replacingOccurrences(of: "\t", with: "\\t")
      #expect(collector.texts.count { $0 == shown } == 2, "\(name)")
    }
  }

  @Test(arguments: ["svg", "mermaid", "sql", "json"])
  func `a file without tables is no error`(format: String) throws {
    let scene = try scene("CREATE TABLE t (a); DROP TABLE t;")
    #expect(try scene.run("schema", scene.database, "--format", format).status == 0)
  }

  @Test func `inspect tells sizes as dbstat does, and leaves them out on demand`() throws {
    let scene = try CommandScene.samples()
    let text = try scene.run("inspect", scene.database, "--migrations", PackageRoot.migrations)
    #expect(text.status == 0)
    #expect(text.output.contains("\njournal wal, user version 0\n"))
    #expect(text.output.contains("\nusers: 0 rows, 4096 bytes\n"))
    #expect(text.output.contains("  index posts_author_id (author_id): 4096 bytes\n"))
    #expect(text.output.contains("foreign key (author_id) to users (id), on delete cascade\n"))
    #expect(text.output.contains("the schema is the one that the migrations make\n"))
    let bare = try scene.run("inspect", scene.database, "--no-count")
    #expect(bare.output.contains("\nusers\n"))
    #expect(!bare.output.contains("rows"))
    let json = try scene.run("inspect", scene.database, "--json", "--no-count")
    #expect(json.output.hasPrefix("{\n  \"version\": 1,\n  \"command\": \"inspect\",\n"))
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let tables = object?["tables"] as? [[String: Any]]
    #expect(tables?.count == 7)
    #expect(tables?.allSatisfy { $0["rows"] is NSNull } == true)
  }

  /// A chain of references `a`, `b`, `c`, `d`, and a table beside it.
  private func chain() throws -> CommandScene {
    try scene(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id REFERENCES a);
      CREATE TABLE c (id INTEGER PRIMARY KEY, b_id REFERENCES b);
      CREATE TABLE d (id INTEGER PRIMARY KEY, c_id REFERENCES c);
      CREATE TABLE e (id INTEGER PRIMARY KEY, e_id REFERENCES e);
      """
    )
  }

  @Test(arguments: [
    ("--around b", "abc"), ("--around b --depth 2", "abcd"), ("--around d --depth 0", "d"),
    ("--around a --around e", "abe"), ("--tables a,d", "ad"), ("a --tables d", "ad"), ("", "abcde"),
  ])
  func `a part of the schema is the named tables, or the tables around one table`(
    options: String,
    expected: String
  ) throws {
    let scene = try chain()
    let result = try scene.run(
      ["schema", scene.database, "--json"] + options.split(separator: " ").map { String($0) }
    )
    #expect(result.status == 0, "\(result.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let tables = object?["tables"] as? [[String: Any]]
    #expect(tables?.compactMap { $0["name"] as? String }.joined() == expected)
  }

  @Test(arguments: ["--depth 2", "a --around b", "--around bb", "--around b --depth -1"])
  func `a part that makes no sense is refused`(options: String) throws {
    let scene = try chain()
    let words = options.split(separator: " ").map { String($0) }
    #expect(try scene.run(["schema", scene.database] + words).status == 64)
  }

  @Test(arguments: [("schema.sql", "CREATE TABLE"), ("a.svg", "<svg"), ("b.mmd", "erDiagram")])
  func `a file is written anew in the format of its name`(name: String, start: String) throws {
    let scene = try chain()
    let path = try scene.directory.write("old", to: name)
    let result = try scene.run("schema", scene.database, "--output", path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(start))
    let nowhere = try scene.run("schema", scene.database, "--output", path + "/no")
    #expect(nowhere.status == 73)
  }
}
