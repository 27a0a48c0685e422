import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph backup")
struct BackupCommandTests {
  private func filled() throws -> CommandScene {
    let scene = try CommandScene.samples()
    let result = try scene.run(
      "import",
      scene.database,
      PackageRoot.fixture("social/csv/users.csv")
    )
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return scene
  }

  private func dump(_ path: String) throws -> [String] {
    let connection = try Connection.open(try DatabaseLocation(path: path), mode: .inspector)
    return try connection.rows("SELECT * FROM users ORDER BY id").map { "\($0.values)" }
  }

  private func names(_ scene: CommandScene) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.directory.path)
      .filter { !$0.hasPrefix("std") }.sorted()
  }

  @Test func `the copy has every row, and the source does not change`() throws {
    let scene = try filled()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let target = scene.directory.file("copy.sqlite")
    let result = try scene.run("backup", scene.database, target)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("\(target): "))
    #expect(result.output.hasSuffix(" bytes, checked\n"))
    #expect(try dump(target) == dump(scene.database))
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
    #expect(try names(scene) == ["copy.sqlite", "scene.sqlite"])
    #expect(try scene.run("check", target, "--migrations", PackageRoot.migrations).status == 0)
  }

  @Test func `the copy contains the commits in the log of an open program`() throws {
    let scene = try filled()
    let writer = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try writer.run("INSERT INTO users VALUES ('new', 'New', NULL)")
    try writer.run("BEGIN IMMEDIATE")
    try writer.run("INSERT INTO users VALUES ('open', 'Open', NULL)")
    let target = scene.directory.file("copy.sqlite")
    let result = try scene.run("backup", scene.database, target, "--json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("{\n  \"version\": 1,\n  \"command\": \"backup\",\n"))
    let users = try dump(target).joined()
    #expect(users.contains("New"))
    #expect(!users.contains("Open"))
  }

  @Test func `a file that is there stays, and goes with --force`() throws {
    let scene = try filled()
    let target = try scene.directory.write("precious", to: "copy.sqlite")
    let refused = try scene.run("backup", scene.database, target)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("--force"))
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    #expect(try scene.run("backup", scene.database, target, "--force").status == 0)
    #expect(try dump(target) == dump(scene.database))
  }

  @Test func `the database itself, a missing folder and no database are refused`() throws {
    let scene = try filled()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    #expect(try scene.run("backup", scene.database, scene.database, "--force").status == 73)
    #expect(try scene.run("backup", scene.database, "/nowhere/at/all").status == 73)
    #expect(try scene.run("backup", scene.database + "x", "copy").status == 66)
    let text = PackageRoot.fixture("hostile/not_a_database.sqlite")
    let target = scene.directory.file("copy.sqlite")
    #expect(try scene.run("backup", text, target).status == 78)
    #expect(try names(scene) == ["scene.sqlite"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test func `a damaged database is not passed off as a backup`() throws {
    let scene = try CommandScene()
    do {
      let writer = try WriterConnection.open(try DatabaseLocation(path: scene.database))
      try writer.runScript(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t SELECT i, 'some text of some length ' || i FROM n;
        """
      ) { _ in }
    }
    let url = URL(fileURLWithPath: scene.database)
    var bytes = try Data(contentsOf: url)
    for index in 5 * 4096..<5 * 4096 + 600 { bytes[index] = 0xA5 }
    try bytes.write(to: url)
    let result = try scene.run("backup", scene.database, scene.directory.file("copy.sqlite"))
    #expect(result.status == 78)
    #expect(try names(scene) == ["scene.sqlite"])
  }
}
