import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph infer")
struct InferCommandTests {
  private func folder(_ scene: CommandScene) -> String { scene.directory.file("Migrations") }

  @Test func `the inferred schema is written, applied and filled from the same files`() throws {
    let scene = try CommandScene()
    let fixtures = PackageRoot.fixture("library/csv")
    let files = ["books", "book_tags", "tags", "authors"].map { "\(fixtures)/\($0).csv" }
    let inferred = try scene.run(["infer"] + files + ["--migrations", folder(scene)])
    #expect(inferred.status == 0, "\(inferred.errors)")
    let path = folder(scene) + "/0001_create_4_tables.sql"
    #expect(inferred.output == path + "\n")
    #expect(inferred.errors.contains("books: 9 records, 4 columns\nbooks: key id (by its name"))
    let target = [scene.database, "--migrations", folder(scene)]
    #expect(try scene.run(["migrate", "up"] + target).status == 0)
    let imported = try scene.run(["import", scene.database] + files)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try scene.firstValue("SELECT count(*) FROM book_tags") == .integer(16))
    #expect(try scene.firstValue("PRAGMA foreign_key_check") == nil)
  }

  @Test func `a dry run prints the SQL and writes nothing`() throws {
    let scene = try CommandScene()
    let csv = try scene.directory.write("id;name\n1;a\n", to: "t.csv")
    let options = ["--dry-run", "--separator", ";", "--migrations", folder(scene)]
    let result = try scene.run(["infer", csv] + options)
    #expect(result.status == 0)
    #expect(result.output.contains("CREATE TABLE \"t\" ("))
    #expect(!FileManager.default.fileExists(atPath: folder(scene)))
    let json = try scene.run(["infer", csv, "--json"] + options)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["command"] as? String == "infer")
    #expect(object?["file"] is NSNull)
    #expect(((object?["tables"] as? [[String: Any]])?.first)?["primaryKey"] as? [String] == ["id"])
  }

  @Test func `standard input needs a table and a format, and takes the next number`() throws {
    let scene = try CommandScene()
    let input = "id,name\n1,a\n"
    let target = ["--migrations", folder(scene)]
    #expect(try scene.run(["infer", "-"] + target, input: input).status == 64)
    let options = ["--table", "people", "--format", "csv", "--name", "add people"]
    for number in 1...2 {
      let result = try scene.run(["infer", "-"] + options + target, input: input)
      #expect(result.output == "\(folder(scene))/000\(number)_add_people.sql\n")
    }
  }

  @Test(arguments: [
    ("t.csv", "id,name\n1\n", 65, "t.csv:2"), ("t.csv", "", 65, "empty"),
    ("t.json", "[{\"id\": 1}", 65, "t.json:1"), ("t.json", "[]", 65, "empty"),
    ("sqlite_x.csv", "id\n1\n", 64, "sqlite_"),
  ])
  func `an input that cannot be read is an error that says where, and writes nothing`(
    name: String,
    text: String,
    status: Int32,
    words: String
  ) throws {
    let scene = try CommandScene()
    let path = try scene.directory.write(text, to: name)
    let result = try scene.run("infer", path, "--migrations", folder(scene))
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output == "")
    #expect(!FileManager.default.fileExists(atPath: folder(scene)))
  }

  @Test(arguments: [("t", "id,name\n1,a\n2,b\n"), ("t.txt", #"[{"id":1,"name":"a"}]"#)])
  func `the content determines the format of a file without a known extension`(
    name: String,
    text: String
  ) throws {
    let scene = try CommandScene()
    let path = try scene.directory.write(text, to: name)
    let result = try scene.run("infer", path, "--dry-run")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("\"id\" INTEGER PRIMARY KEY"))
  }

  @Test func `a mapping of the import applies to the inference and to import --create`() throws {
    let scene = try CommandScene()
    let csv = try scene.directory.write("Nr,Titel,intern\n1,a,x\n2,b,y\n", to: "books.csv")
    let mapping = try scene.directory.write(
      #"{"books": {"rename": {"Nr": "id", "Titel": "title"}, "ignore": ["intern"]}}"#,
      to: "mapping.json"
    )
    let inferred = try scene.run("infer", csv, "--mapping", mapping, "--dry-run")
    #expect(inferred.output.contains("\"title\" TEXT"), "\(inferred)")
    #expect(!inferred.output.contains("intern"))
    let created = try scene.run("import", scene.database, "--create", csv, "--mapping", mapping)
    #expect(created.status == 0, "\(created.errors)")
    #expect(try scene.firstValue("SELECT group_concat(id || title) FROM books") == .text("1a,2b"))
  }

  @Test func `numbers in other forms are proposed, and with --numbers lenient inferred`() throws {
    let scene = try CommandScene()
    let text = "id,amount,price\n1,\"1,234\",+5.5\n2, 7,\"1,000.25\"\n"
    let csv = try scene.directory.write(text, to: "t.csv")
    let exact = try scene.run("infer", csv, "--dry-run")
    #expect(exact.output.contains("\"amount\" TEXT"), "\(exact)")
    #expect(exact.errors.contains("all values of amount, price are numbers"), "\(exact.errors)")
    #expect(exact.errors.contains("t.csv:2:3"), "\(exact.errors)")
    let lenient = try scene.run("import", scene.database, "--create", csv, "--numbers", "lenient")
    #expect(lenient.status == 0, "\(lenient.errors)")
    #expect(
      try scene.firstValue("SELECT group_concat(amount || ' ' || price) FROM t")
        == .text("1234 5.5,7 1000.25")
    )
  }

  @Test func `a file that is not there exits 66, and a folder that cannot be made 73`() throws {
    let scene = try CommandScene()
    #expect(try scene.run("infer", scene.directory.file("no.csv")).status == 66)
    let csv = try scene.directory.write("id\n1\n", to: "t.csv")
    #expect(try scene.run("infer", csv, "--migrations", csv + "/no").status == 73)
  }

  @Test func `a nested record that nothing describes is warned of with its place`() throws {
    let scene = try CommandScene()
    let text = """
      {"id": 1, "author": {"id": 7, "name": "A"}}
      {"id": 2, "author": {"id": 8}}
      """
    let path = try scene.directory.write(text, to: "t.jsonl")
    let result = try scene.run("infer", path, "--dry-run")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("warning: authors: 1 nested record consists of a key alone"))
    #expect(result.errors.contains("t.jsonl:1:"))
  }
}
