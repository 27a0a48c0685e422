import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct RefusedInputCommandTests {
  private func bytes(_ scene: CommandScene) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try scene.files()
    where name.hasPrefix("scene.sqlite") && !name.hasSuffix("-sharing") {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: scene.directory.path + "/" + name))
    }
    return files
  }

  /// A database that is not in WAL mode, as other programs write it.
  private func scene() throws -> CommandScene {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.run("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    try connection.run("INSERT INTO users VALUES ('z', 'Z')")
    _ = try connection.firstValue("PRAGMA journal_mode = DELETE")
    return scene
  }

  @Test(arguments: [
    ["users.csv", "id,name\na,A\nb\n"], ["users.csv", "id,nme\na,A\n"], ["users.json", "[{]"],
    ["others.csv", "id\n1\n"], ["users.json", "[{\"id\":\"a\"},{\"id\":\"a\"}]"],
  ])
  func `a refused import leaves every byte of the database, its kind of journal included`(
    input: [String]
  ) throws {
    let scene = try scene()
    let before = try bytes(scene)
    let path = try scene.directory.write(input[1], to: input[0])
    let result = try scene.run("import", scene.database, path)
    #expect(result.status != 0)
    #expect(try bytes(scene) == before)
    let kept = try scene.directory.write("id,name\na,A\n", to: "users.csv")
    #expect(try scene.run("import", scene.database, kept).status == 0)
    #expect(try scene.firstValue("PRAGMA journal_mode") == .text("delete"))
    #expect(try scene.firstValue("SELECT count(*) FROM users") == .integer(2))
  }

  @Test(arguments: ["", " ", "\u{FEFF}", "\n\t\r\n"])
  func `a JSON file without a value is no empty list`(text: String) throws {
    let scene = try scene()
    let path = try scene.directory.write(text, to: "users.json")
    let result = try scene.run("import", scene.database, path)
    #expect(result.status == 65)
    #expect(result.errors.contains("no JSON value"))
    let list = try scene.directory.write("[ ]", to: "users.json")
    #expect(try scene.run("import", scene.database, list).status == 0)
    let lines = try scene.directory.write(text, to: "users.jsonl")
    #expect(try scene.run("import", scene.database, lines).status == 0)
  }

  @Test func `a file with a bad header is left out, and the other files are imported`() throws {
    let scene = try CommandScene.samples()
    let bad = try scene.directory.write("id,nme\nb,B\n", to: "tags.csv")
    let good = try scene.directory.write("id,name\na,A\n", to: "users.csv")
    let result = try scene.run("import", scene.database, bad, good, "--on-error", "reject")
    #expect(result.status == 1)
    #expect(result.errors.contains("\(bad) was not imported: \(bad):1:4: "))
    #expect(try scene.firstValue("SELECT group_concat(id) FROM users") == .text("a"))
    #expect(try scene.firstValue("SELECT count(*) FROM tags") == .integer(0))
    let report = try scene.run("import", scene.database, bad, good, "--on-error", "skip", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
    let refused = object?["refusedInputs"] as? [[String: Any]]
    #expect(refused?.map { $0["path"] as? String } == [bad])
    #expect(try scene.run("import", scene.database, bad, good).status == 65)
  }

  @Test(arguments: [
    ["users.csv", "id,name\na,A\n\nb,B\na,C\n", "2"],
    ["users.csv", "id,name\na,A\n\nb,B\nc,C\nb,D\n", "4"],
    ["users.jsonl", "\n{\"id\":\"a\",\"name\":\"A\"}\n{\"id\":\"a\",\"name\":\"A\"}\n", "2"],
  ])
  func `a repeated key names the key's columns and the line of the earlier record`(
    input: [String]
  ) throws {
    let scene = try CommandScene.samples()
    let path = try scene.directory.write(input[1], to: input[0])
    let line = "that record begins on line \(input[2])"
    let result = try scene.run("import", scene.database, path)
    #expect(result.errors.contains("the same key (\"id\") in table \"users\"; \(line)"))
  }

  @Test func `the command after a rejection has the options of the first one`() throws {
    let scene = try CommandScene.samples()
    let mapping = try scene.directory.write(
      #"{"users":{"rename":{"full name":"name"}}}"#,
      to: "my mapping.json"
    )
    let path = try scene.directory.write("id,full name,x\na,A,1\nNA,B,1\n", to: "users.csv")
    let result = try scene.run(
      "import",
      scene.database,
      path,
      "--mapping",
      mapping,
      "--ignore-unknown",
      "--null",
      "NA",
      "--dangling",
      "null",
      "--on-error",
      "reject",
      "--separator",
      ","
    )
    #expect(result.status == 1, "\(result.errors)")
    let rejects = scene.database + ".rejects.jsonl"
    let command =
      "stategraph import \(scene.database) \(rejects) --null NA --dangling null "
      + "--on-error reject --mapping '\(mapping)' --ignore-unknown\n"
    #expect(result.errors.hasSuffix(command))
    let mended = try String(contentsOfFile: rejects, encoding: .utf8)
      .replacing("\"raw\":\"NA,B", with: "\"raw\":\"b,B")
    try mended.write(toFile: rejects, atomically: false, encoding: .utf8)
    let again = try scene.shell("$stategraph" + command.dropFirst("stategraph".count))
    #expect(again.status == 0, "\(again.errors)")
    #expect(try scene.firstValue("SELECT group_concat(id || name) FROM users") == .text("aA,bB"))
  }

  @Test func `a deferred record is read with the options of its input`() throws {
    let scene = try CommandScene.samples()
    let path = try scene.directory.write(
      "{\"id\":\"p\",\"title\":\"T\",\"author_id\":\"a\",\"author_id\":\"b\"}\n",
      to: "posts.jsonl"
    )
    let users = try scene.directory.write("id,name\nb,B\n", to: "users.csv")
    let result = try scene.run(
      "import",
      scene.database,
      path,
      users,
      "--keep-order",
      "--duplicate-keys",
      "last",
      "--on-error",
      "skip"
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(try scene.firstValue("SELECT author_id FROM posts") == .text("b"))
  }
}
