import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("A database named by --database or STATEGRAPH_DATABASE")
struct NamedDatabaseTests {
  /// A directory with `a.sqlite` and `b.sqlite`, whose table `t` contains the name of the file.
  private func scene() throws -> CommandScene {
    let scene = try CommandScene()
    for name in ["a", "b"] {
      let location = try DatabaseLocation(path: scene.directory.file(name + ".sqlite"))
      let connection = try WriterConnection.open(location)
      try connection.runScript("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('\(name)');") { _ in
      }
    }
    try FileManager.default.createDirectory(
      atPath: scene.directory.file("Migrations"),
      withIntermediateDirectories: false
    )
    return scene
  }

  @Test(arguments: [
    "query --database a.sqlite 'SELECT x FROM t' --format csv",
    "query 'SELECT x FROM t' --format csv --database=a.sqlite",
    "export t --database a.sqlite",
  ])
  func `the option takes the place of the argument`(words: String) throws {
    let result = try scene().shell("cd \"$folder\" && \"$stategraph\" \(words)")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "x\na\n")
  }

  @Test(arguments: [
    ("query 'SELECT x FROM t' --format csv", "a"), ("export t", "a"),
    ("query b.sqlite 'SELECT x FROM t' --format csv", "b"),
    ("query 'SELECT x FROM t' --format csv --database b.sqlite", "b"),
    ("export b.sqlite t", "b"),
  ])
  func `an argument and the option have priority over the variable`(
    words: String,
    found: String
  ) throws {
    let result = try scene().shell(
      "cd \"$folder\" && STATEGRAPH_DATABASE=a.sqlite \"$stategraph\" \(words)"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "x\n\(found)\n")
  }

  @Test(arguments: [
    "migrate", "migrate up", "migrate status", "inspect", "check", "schema",
    "schema t --format mermaid", "migrate --migrations Migrations", "generate",
    "generate --migrations Migrations",
  ])
  func `every command on a database reads the variable`(words: String) throws {
    let scene = try scene()
    let before = try scene.files()
    let result = try scene.shell(
      "cd \"$folder\" && STATEGRAPH_DATABASE=a.sqlite \"$stategraph\" \(words)"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(Set(try scene.files()).subtracting(before).isSubset(of: ["shell-errors", "shell-out"]))
  }

  @Test(arguments: ["migrate other.sqlite", "check other.sqlite"])
  func `a path beside the variable that is no database is refused, and not created`(
    words: String
  ) throws {
    let scene = try scene()
    let result = try scene.shell(
      "cd \"$folder\" && STATEGRAPH_DATABASE=a.sqlite \"$stategraph\" \(words)"
    )
    #expect(result.status == 64)
    #expect(!(try scene.files().contains("other.sqlite")))
  }

  @Test func `the manual shows the database as optional, and a command without one is refused`()
    throws
  {
    let scene = try scene()
    for command in ["import", "query", "check", "migrate up", "generate"] {
      let help = try scene.shell("\"$stategraph\" \(command) --help").output
      #expect(help.contains("[<database>]"), "\(command)")
    }
    for command in ["check", "inspect", "migrate status"] {
      let result = try scene.shell("unset STATEGRAPH_DATABASE; \"$stategraph\" \(command)")
      #expect(result.status == 64)
      #expect(result.errors.contains("STATEGRAPH_DATABASE"), "\(result.errors)")
    }
  }

  @Test(arguments: ["migrate new users", "infer t.csv --dry-run", "--help", "import --help"])
  func `a command without a database does not read the variable`(words: String) throws {
    let scene = try scene()
    try scene.directory.write("x\n1\n", to: "t.csv")
    let result = try scene.shell(
      "cd \"$folder\" && STATEGRAPH_DATABASE=nowhere/a.sqlite \"$stategraph\" \(words)"
    )
    #expect(result.status == 0, "\(result.errors)")
  }
}
