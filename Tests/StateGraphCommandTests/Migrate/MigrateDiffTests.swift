import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph migrate diff")
struct MigrateDiffTests {
  /// A migrated database with a column and an index that were added by hand.
  private func drifted() throws -> MigrationScene {
    let scene = try MigrationScene()
    try scene.remove("0003_drop_x.sql")
    #expect(try scene.run("up").status == 0)
    let sql = "ALTER TABLE t ADD COLUMN y TEXT; CREATE INDEX t_y ON t (y);"
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript(sql) { _ in }
    return scene
  }

  @Test func `the next migration of a folder ends the drift of a file`() throws {
    let scene = try drifted()
    let before = try scene.bytes()
    let result = try scene.scene.run(
      ["migrate", "diff", scene.folder, scene.database, "--name", "end the drift"]
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == scene.folder + "/0003_end_the_drift.sql\n")
    #expect(try scene.bytes() == before)
    let copy = scene.scene.directory.file("copy.sqlite")
    let target = [copy, "--migrations", scene.folder]
    #expect(try scene.scene.run(["migrate", "up"] + target).status == 0)
    let same = try scene.scene.run("migrate", "diff", copy, scene.database)
    #expect(same.output == "")
    #expect(same.errors == "the schemas are the same\n")
  }

  @Test func `without a name the SQL is printed and no file is written`() throws {
    let scene = try drifted()
    let before = try scene.scene.files()
    let result = try scene.scene.run("migrate", "diff", scene.folder, scene.database)
    #expect(result.status == 0)
    #expect(result.output.contains("ALTER TABLE \"t\" ADD COLUMN y TEXT;\n"))
    #expect(result.output.contains("CREATE INDEX t_y ON t (y);\n"))
    #expect(
      try scene.scene.files().filter { !$0.hasPrefix("std") }
        == before.filter { !$0.hasPrefix("std") }
    )
    let object = try scene.object(
      scene.scene.run("migrate", "diff", scene.folder, scene.database, "--json")
    )
    #expect(object["sql"] as? String == result.output)
    #expect(object["file"] is NSNull)
  }

  @Test func `the dump of a schema is a side of the comparison`() throws {
    let scene = try drifted()
    let dump = scene.scene.directory.file("schema.sql")
    #expect(try scene.scene.run("schema", scene.database, "--output", dump).status == 0)
    let same = try scene.scene.run("migrate", "diff", dump, scene.database)
    #expect(same.errors == "the schemas are the same\n")
    let other = try scene.scene.run("migrate", "diff", scene.folder, dump)
    #expect(other.output.contains("ADD COLUMN y TEXT"))
  }

  @Test func `a side that is missing and a name without a folder are refused`() throws {
    let scene = try drifted()
    let missing = try scene.scene.run("migrate", "diff", scene.folder, "no.sqlite")
    #expect(missing.status == 66)
    let nowhere = try scene.scene.run(
      "migrate",
      "diff",
      scene.database,
      scene.database,
      "--name",
      "x"
    )
    #expect(nowhere.status == 64)
    #expect(nowhere.errors.contains("pass --migrations DIR"))
  }
}
