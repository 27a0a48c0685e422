import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph infer")
struct InferCommandTests {
  private func folder(_ scene: CommandScene) -> String { scene.directory.file("Migrations") }

  @Test func `what is inferred is written, applied and filled by the same files`() throws {
    let scene = try CommandScene()
    let fixtures = PackageRoot.fixture("library/csv")
    let files = ["books", "book_tags", "tags", "authors"].map { "\(fixtures)/\($0).csv" }
    let inferred = try scene.run(["infer"] + files + ["--migrations", folder(scene)])
    #expect(inferred.status == 0, "\(inferred.errors)")
    let path = folder(scene) + "/0001_create_4_tables.sql"
    #expect(inferred.output == path + "\n")
    #expect(inferred.errors.contains("books: 9 records, 4 columns, key id"))
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
    ("t.bin", "id\n1\n", 64, "--format"), ("sqlite_x.csv", "id\n1\n", 64, "sqlite_"),
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

  @Test func `a file that is not there exits 66, and a folder that cannot be made 73`() throws {
    let scene = try CommandScene()
    #expect(try scene.run("infer", scene.directory.file("no.csv")).status == 66)
    let csv = try scene.directory.write("id\n1\n", to: "t.csv")
    #expect(try scene.run("infer", csv, "--migrations", csv + "/no").status == 73)
  }

  @Test func `an object without an id is warned of with its place`() throws {
    let scene = try CommandScene()
    let path = try scene.directory.write(#"{"id": 1, "address": {"city": "X"}}"#, to: "t.jsonl")
    let result = try scene.run("infer", path, "--dry-run")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("warning: t: address contains objects without an id"))
    #expect(result.errors.contains("t.jsonl:1:22"))
  }
}
