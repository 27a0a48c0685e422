import Foundation
import TestSupport
import Testing

@Suite("stategraph migrate and inspect")
struct MigrateCommandTests {
  @Test("applies what is pending, and then nothing")
  func migrate() throws {
    let scene = try CommandScene()
    let arguments = ["migrate", scene.database, "--migrations", PackageRoot.migrations]
    #expect(try scene.run(arguments).output.hasPrefix("applied 0001_create_social.sql\n"))
    #expect(try scene.run(arguments).output.hasPrefix("up to date"))
  }

  @Test("one migration is counted in the singular")
  func oneMigration() throws {
    let scene = try CommandScene()
    let folder = scene.directory.file("m")
    #expect(try scene.run("migrate", "new", "a", "--migrations", folder).status == 0)
    let text = "CREATE TABLE a (id INTEGER PRIMARY KEY);\n"
    try text.write(toFile: folder + "/0001_a.sql", atomically: false, encoding: .utf8)
    let arguments = ["migrate", "up", scene.database, "--migrations", folder]
    let dryRun = try scene.run(arguments + ["--dry-run"])
    #expect((dryRun.output + dryRun.errors).contains("1 migration would be applied; it ran"))
    #expect(try scene.run(arguments).status == 0)
    #expect(try scene.run(arguments).output == "up to date: 1 migration\n")
  }

  @Test("a file from a newer program exits 78 unchanged")
  func newerSchema() throws {
    let scene = try CommandScene.samples()
    let older = scene.directory.file("older")
    try FileManager.default.createDirectory(atPath: older, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: PackageRoot.migrations + "/0001_create_social.sql",
      toPath: older + "/0001_create_social.sql"
    )
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let result = try scene.run("migrate", scene.database, "--migrations", older)
    #expect(result.status == 78)
    let users = PackageRoot.fixture("social/csv/users.csv")
    let imported = try scene.run("import", scene.database, users, "--migrations", older)
    #expect(imported.status == 78)
    #expect(imported.errors.contains("0002_create_library.sql"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test("a database in a missing folder exits 73")
  func cannotCreate() throws {
    let scene = try CommandScene()
    let path = scene.directory.file("no/such/folder.sqlite")
    #expect(try scene.run("migrate", path, "--migrations", PackageRoot.migrations).status == 73)
  }

  @Test("inspect shows tables, keys and counts, and changes no byte")
  func inspect() throws {
    let scene = try CommandScene.samples()
    _ = try scene.run("import", scene.database, PackageRoot.fixture("social/csv/users.csv"))
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let text = try scene.run("inspect", scene.database)
    #expect(text.status == 0)
    #expect(text.output.contains("users: 9 rows"))
    #expect(text.output.contains("foreign key (author_id) to users (id)"))
    let json = try scene.run("inspect", scene.database, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((object?["tables"] as? [Any])?.count == 7)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: scene.directory.path)
    #expect(!names.contains { $0.hasPrefix("scene.sqlite-") })
  }

  @Test("inspect of a missing file exits 66")
  func inspectMissing() throws {
    let scene = try CommandScene()
    #expect(try scene.run("inspect", scene.database).status == 66)
  }

  @Test(
    "--version and --help go to standard output and exit 0",
    arguments: ["--version", "--help"]
  )
  func help(flag: String) throws {
    let result = try CommandScene().run(flag)
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
    #expect(result.errors.isEmpty)
  }
}
