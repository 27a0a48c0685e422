import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph import --mapping-template")
struct MappingTemplateTests {
  private func scene() throws -> CommandScene {
    let scene = try CommandScene()
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, published_year INTEGER,
        author_id INTEGER REFERENCES authors);
      CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
      """
    ) { _ in }
    return scene
  }

  @Test func `the names that no table has are renamed or ignored, and the mapping imports them`()
    throws
  {
    let scene = try scene()
    let posts = try scene.directory.write(
      "id,Titles,publishedYear,author,internal,titel,ids\n1,A,1990,,x,y,z\n",
      to: "posts.csv"
    )
    let authors = try scene.directory.write(
      #"[{"id":7,"nmae":"Ada","posts":[{"id":2}]},{"id":8,"extra":{}}]"#,
      to: "authors.json"
    )
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let template = try scene.run("import", scene.database, posts, authors, "--mapping-template")
    #expect(template.status == 0, "\(template.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(template.output.utf8)) as? NSDictionary
    #expect(
      object == [
        "posts": ["rename": ["Titles": "title"], "ignore": ["internal", "titel", "ids"]],
        "authors": ["rename": ["nmae": "name"], "ignore": ["extra"]],
      ] as NSDictionary
    )
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == bytes)
    let mapping = try scene.directory.write(template.output, to: "mapping.json")
    let result = try scene.run("import", scene.database, posts, authors, "--mapping", mapping)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try scene.firstValue("SELECT title FROM posts WHERE id = 1") == .text("A"))
    #expect(try scene.firstValue("SELECT name FROM authors WHERE id = 7") == .text("Ada"))
  }

  @Test func `files of one table have one entry`() throws {
    let scene = try scene()
    let first = try scene.directory.write("id,tite,x\n", to: "first.csv")
    let second = try scene.directory.write("id,tite,y\n", to: "second.csv")
    let result = try scene.run(
      ["import", scene.database, first, second, "--table", "posts", "--mapping-template"]
    )
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? NSDictionary
    let posts: NSDictionary = ["rename": ["tite": "title"], "ignore": ["x", "y"]]
    #expect(object == ["posts": posts] as NSDictionary, "\(result.errors)")
  }

  @Test func `a file without a table and a missing database are refused`() throws {
    let scene = try scene()
    let file = try scene.directory.write("id\n1\n", to: "author.csv")
    let unknown = try scene.run("import", scene.database, file, "--mapping-template")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("Did you mean \"authors\"?"))
    let missing = try scene.run("import", scene.database + "x", file, "--mapping-template")
    #expect(missing.status == 66)
  }

  @Test func `an ignored member that only one of several files has causes no warning`() throws {
    let scene = try scene()
    let first = try scene.directory.write("id,title\n1,A\n", to: "a.csv")
    let second = try scene.directory.write("id,title,extra\n2,B,x\n", to: "b.csv")
    let third = try scene.directory.write(#"[{"id":3,"more":1}]"#, to: "c.json")
    let mapping = try scene.directory.write(
      #"{"posts": {"ignore": ["extra", "more", "never"]}}"#,
      to: "mapping.json"
    )
    let result = try scene.run(
      [
        "import", scene.database, first, second, third, "--table", "posts", "--mapping", mapping,
        "--batch-size", "1",
      ]
    )
    #expect(result.status == 0, "\(result.errors)")
    let warnings = result.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(warnings.count == 1, "\(warnings)")
    #expect(warnings.first?.contains("\"never\"") == true)
  }
}
