import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph export")
struct ExportCommandTests {
  private func library() throws -> CommandScene {
    let scene = try CommandScene.samples()
    let files = ["authors", "books", "tags", "book_tags"].map {
      PackageRoot.fixture("library/csv/\($0).csv")
    }
    let result = try scene.run(["import", scene.database] + files)
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return scene
  }

  private func names(_ scene: CommandScene) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.directory.path)
      .filter { !$0.hasPrefix("std") }.sorted()
  }

  @Test func `writes one table to standard output, and nothing else`() throws {
    let scene = try library()
    let result = try scene.run("export", scene.database, "tags")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("id,name\n"))
    let count = try scene.firstValue("SELECT count(*) FROM tags")
    #expect(count == .integer(Int64(result.output.filter { $0 == "\n" }.count - 1)))
  }

  @Test func `a folder gets a file for each table, which fill another database`() throws {
    let scene = try library()
    let folder = scene.directory.file("out")
    let result = try scene.run("export", scene.database, "--output", folder + "/")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("books: "))
    let copy = try CommandScene.samples()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .map { folder + "/" + $0 }
    #expect(files.count == 7)
    #expect(try copy.run(["import", copy.database] + files).status == 0)
    #expect(try copy.dump() == scene.dump())
  }

  @Test func `the report as JSON names the command and the files`() throws {
    let scene = try library()
    let path = scene.directory.file("books.jsonl")
    let result = try scene.run("export", scene.database, "books", "--output", path, "--json")
    #expect(result.output.hasPrefix("{\n  \"version\": 1,\n  \"command\": \"export\",\n"))
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let tables = (object as? [String: Any])?["tables"] as? [[String: Any]]
    #expect(tables?.first?["path"] as? String == path)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("{\"id\":"))
  }

  @Test func `rows that a nested export leaves out are counted in a warning`() throws {
    let scene = try library()
    let tags = try scene.directory.write("id,name\nlonely,L\n", to: "tags.csv")
    #expect(try scene.run("import", scene.database, tags).status == 0)
    let path = scene.directory.file("books.json")
    let arguments = ["export", scene.database, "books", "--nested", "--output", path, "--force"]
    for options in [[], ["--quiet"]] {
      let result = try scene.run(arguments + options)
      #expect(result.status == 0)
      #expect(
        result.errors.contains(
          "warning: 1 row of tags is not in the export, because no exported record leads to it; "
            + "export this table too"
        ),
        "\(result.errors)"
      )
    }
  }

  @Test func `a file that is there stays, and goes with --force`() throws {
    let scene = try library()
    let path = try scene.directory.write("precious", to: "tags.csv")
    let refused = try scene.run("export", scene.database, "tags", "--output", path)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("--force"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    let forced = try scene.run("export", scene.database, "tags", "--output", path, "--force")
    #expect(forced.status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("id,name\n"))
  }

  @Test func `the database itself is never the output`() throws {
    let scene = try library()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let result = try scene.run(
      "export",
      scene.database,
      "tags",
      "--output",
      scene.database,
      "--format",
      "csv",
      "--force"
    )
    #expect(result.status == 73)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test(
    "wrong use is reported with a remedy",
    arguments: [
      (["tagz"], Int32(64), "Did you mean \"tags\"?"), ([], 64, "--output"),
      (["tags", "books"], 64, "--output"), (["tags", "--nested", "--format", "csv"], 64, "json"),
      (["--nested", "--format", "json"], 64, "Name the tables"),
      (["tags", "--json"], 64, "--output"),
      (["tags", "--output", "tags.xlsx"], 64, "pass --format"),
      (["tags", "--output", "/nowhere/at/all.csv"], 73, "Check that its folder exists"),
      (["tags", "--output", "/dev/full"], 74, "/dev/full cannot be written"),
    ] as [([String], Int32, String)]
  )
  func usage(arguments: [String], status: Int32, text: String) throws {
    let scene = try library()
    let before = try names(scene)
    let result = try scene.run(["export", scene.database] + arguments)
    #expect(result.status == status)
    #expect(result.output == "")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(try names(scene) == before)
  }

  @Test func `a missing database is 66, and a file of another kind 78`() throws {
    let scene = try CommandScene()
    #expect(try scene.run("export", scene.database, "t").status == 66)
    let text = try scene.directory.write(String(repeating: "no database ", count: 100), to: "x")
    #expect(try scene.run("export", text, "t").status == 78)
  }

  @Test func `standard output that is full is 74`() throws {
    let scene = try library()
    let process = try scene.start(["export", scene.database, "books"], output: "/dev/full")
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
  }

  @Test(arguments: ["delete", "wal"])
  func `not a byte of the database changes, nor does a file appear beside it`(
    journal: String
  ) throws {
    let scene = try library()
    if journal == "delete" {
      let connection = try WriterConnection.open(
        try DatabaseLocation(path: scene.database)
      )
      try connection.run("PRAGMA journal_mode = DELETE")
    }
    let state = { () throws -> (Data, Date?, [String]) in
      let attributes = try FileManager.default.attributesOfItem(atPath: scene.database)
      let data = try Data(contentsOf: URL(fileURLWithPath: scene.database))
      return (data, attributes[.modificationDate] as? Date, try names(scene))
    }
    let before = try state()
    #expect(try scene.run("export", scene.database, "books").status == 0)
    #expect(try state() == before)
  }

  @Test(arguments: [[], ["--output", "-"]])
  func `a nested export to standard output is JSON`(options: [String]) throws {
    let scene = try library()
    let result = try scene.run(["export", scene.database, "books", "--nested"] + options)
    #expect(result.status == 0, "\(result.errors)")
    let records = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [Any]
    #expect(
      try scene.firstValue("SELECT count(*) FROM books") == .integer(Int64(records?.count ?? 0))
    )
  }
}
