import Foundation
import TestSupport
import Testing

@Suite("stategraph fixtures generate")
struct GenerateFixturesTests {
  @Test func `each table gets a file, and the same seed leads to the same bytes`() throws {
    let scene = try CommandScene()
    let texts = try ["a", "b", "c"].map { name in
      let folder = scene.directory.file(name)
      let made = try scene.run([
        "fixtures", "generate", PackageRoot.migrations, "--scale", "20", "--rows", "tags=5",
        "--seed", name == "c" ? "2" : "1", "--output", folder,
      ])
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.contains("tags: 5\n"))
      #expect(made.output.contains("book_tags: 20\n"))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files.count == 7)
      return try files.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0] != texts[2])
    #expect(
      texts[0].map { $0.split(separator: "\n").count }.sorted() == [5, 20, 20, 20, 20, 20, 20]
    )
  }

  @Test func `the rows of a database are not read, and existing files stay unless forced`() throws {
    let scene = try CommandScene.samples()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let folder = scene.directory.file("rows")
    let command = ["fixtures", "generate", scene.database, "--scale", "3", "--output", folder]
    let json = try scene.run(command + ["--json"])
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["command"] as? String == "fixtures generate")
    #expect((object?["tables"] as? [Any])?.count == 7)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
    #expect(try scene.run(command).status == 73)
    #expect(try scene.run(command + ["--force"]).status == 0)
  }

  @Test func `an impossible CHECK is named, and no file is written`() throws {
    let scene = try CommandScene()
    let folder = scene.directory.file("rows")
    let migrations = scene.directory.file("migrations")
    try FileManager.default.createDirectory(atPath: migrations, withIntermediateDirectories: false)
    try scene.directory.write(
      "CREATE TABLE t (a TEXT NOT NULL CHECK (a = hex(a)));",
      to: "migrations/0001_create_t.sql"
    )
    let made = try scene.run("fixtures", "generate", migrations, "--output", folder)
    #expect(made.status == 65)
    #expect(made.errors.contains("CHECK (a = hex(a))"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(
    arguments: [
      (["x"], 64), (["no.sqlite", "--output", "o"], 66),
      ([PackageRoot.migrations, "--output", "o", "--rows", "tags"], 64),
      ([PackageRoot.migrations, "--output", "o", "--rows", "tag=1"], 65),
      ([PackageRoot.migrations, "--output", "/no/such/folder"], 73),
    ] as [([String], Int32)]
  )
  func `a failure has the exit code of its kind`(arguments: [String], code: Int32) throws {
    let scene = try CommandScene()
    #expect(try scene.run(["fixtures", "generate"] + arguments).status == code)
  }
}
