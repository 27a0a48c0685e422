import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Inputs of every kind, read by the command.
@Suite("stategraph import: inputs")
struct InputCommandTests {
  private func bytes(utf16 text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  @Test func `the detected format is printed to standard error, except with --quiet`() throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write(
      bytes(utf16: "id;name\r\na;Ä\r\n"),
      to: "users.csv"
    )
    let result = try scene.run("import", scene.database, file)
    #expect(result.status == 0)
    #expect(
      result.errors == "stategraph: \(file): CSV, separated by ;, UTF-16LE, CRLF\n"
    )
    #expect(result.output.hasPrefix("users: 1 inserted"))
    let again = try scene.run("import", scene.database, file, "--json")
    #expect(again.output.contains("\"separator\": \";\""))
    #expect(again.output.contains("\"encoding\": \"utf-16le\""))
    #expect(try scene.run("import", scene.database, file, "--quiet").errors.isEmpty)
  }

  @Test func `quotes inside fields are counted in a warning with the first place`() throws {
    let scene = try CommandScene.samples()
    let one = try scene.directory.write("id,name\na,5\" disk\n", to: "users.csv")
    let first = try scene.run("import", scene.database, one)
    #expect(first.status == 0)
    #expect(
      first.errors.contains(
        "warning: \(one): 1 field contains a quote without being in quotes, the first at 2:4.\n"
      ),
      "\(first.errors)"
    )
    try scene.directory.write("id,name\na,A\nb, \"B\"\nc,5\" disk\n", to: "users.csv")
    let second = try scene.run("import", scene.database, one)
    let text = "2 fields contain a quote without being in quotes, the first at 3:4"
    #expect(second.errors.contains(text), "\(second.errors)")
    #expect(!(try scene.run("import", scene.database, one, "--quiet").errors.contains("warning")))
  }

  @Test func `standard input needs no format`() throws {
    let scene = try CommandScene.samples()
    for (text, format) in [
      ("id\tname\na\tA\n", "CSV, separated by tab, UTF-8, LF"),
      ("[{\"id\":\"b\",\"name\":\"B\"}]", "JSON, UTF-8"),
    ] {
      let result = try scene.run(
        ["import", scene.database, "-", "--table", "users"],
        input: text
      )
      #expect(result.status == 0)
      #expect(result.errors == "stategraph: <standard input>: \(format)\n")
    }
    #expect(try scene.dump().count == 2)
  }

  @Test func `dev stdin and a FIFO are inputs`() throws {
    let scene = try CommandScene.samples()
    let fromDevice = try scene.run(
      ["import", scene.database, "/dev/stdin", "--table", "users", "--format", "csv"],
      input: "id,name\na,A\n"
    )
    #expect(fromDevice.status == 0)
    let fifo = scene.directory.file("users.csv")
    #expect(mkfifo(fifo, 0o600) == 0)
    let process = try scene.start(["import", scene.database, fifo])
    let writer = try #require(FileHandle(forWritingAtPath: fifo))
    try writer.write(contentsOf: Data("id,name\nb,B\n".utf8))
    try writer.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try scene.dump().count == 2)
  }

  @Test func `a directory is imported parents first, and skipped files are named`() throws {
    let scene = try CommandScene.samples()
    let folder = scene.directory.file("social")
    let source = PackageRoot.fixture("social/csv")
    try FileManager.default.copyItem(atPath: source, toPath: folder)
    try scene.directory.write("x", to: "social/notes.txt")
    let result = try scene.run("import", scene.database, folder)
    #expect(result.status == 0)
    #expect(
      result.errors
        == "stategraph: \(folder)/notes.txt: skipped, since its extension is not that of a format\n"
    )
    #expect(!(try scene.dump().isEmpty))
  }

  @Test(arguments: [
    ["--encoding", "utf-7"], ["--separator", "ab"], ["--separator", "é"], ["--quote", "ab"],
    ["--quote", ","], ["--max-depth", "0"], ["--max-depth", "many"], ["--duplicate-keys", "first"],
    ["--separator", "\n"],
  ])
  func `an invalid option is wrong usage`(options: [String]) throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write("id,name\na,A\n", to: "users.csv")
    let separator = options == ["--quote", ","] ? ["--separator", ","] : []
    let result = try scene.run(["import", scene.database, file] + options + separator)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(try scene.dump().isEmpty)
  }

  @Test func `the same file twice and the database as an input are wrong usage`() throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write("id,name\na,A\n", to: "users.csv")
    let twice = try scene.run("import", scene.database, file, file)
    #expect(twice.status == 64)
    #expect(twice.errors == "stategraph: \(file): is given twice. Give each input once.\n")
    let own = try scene.run("import", scene.database, scene.database, "--table", "users")
    #expect(own.status == 64)
    #expect(try scene.dump().isEmpty)
  }

  @Test(arguments: ["-users.csv", "users\n.csv", "users é.csv"])
  func `a name may begin with a dash or hold a line end`(name: String) throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write("id,name\na,A\nb\n", to: name)
    let table = ["--table", "users"]
    let process = Process()
    process.executableURL = CommandScene.executable
    process.currentDirectoryURL = URL(fileURLWithPath: scene.directory.path)
    let errors = scene.directory.file("errors")
    try scene.directory.write("", to: "errors")
    process.standardError = FileHandle(forWritingAtPath: errors)
    process.arguments = ["import"] + table + ["--", scene.database, name]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 65)
    let message = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(message.filter { $0 == "\n" }.count == 1)
    #expect(message.hasPrefix("stategraph: " + name.replacing("\n", with: "\\u{a}") + ":3:2: "))
    try scene.directory.write("id,name\na,A\n", to: name)
    #expect(try scene.run(["import"] + table + ["--", scene.database, file]).status == 0)
  }

  @Test func `a mapping is read from a file, and its errors have its place`() throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write("Kennung;Name;x\na;A;1\n", to: "users.csv")
    let map = try scene.directory.write(
      #"{"users": {"rename": {"Kennung": "id"}}}"#,
      to: "map.json"
    )
    let unknown = try scene.run("import", scene.database, file, "--mapping", map)
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("\(file):1:14: "))
    let result = try scene.run(
      ["import", scene.database, file, "--mapping", map, "--ignore-unknown"]
    )
    #expect(result.status == 0)
    #expect(
      result.errors
        == "stategraph: \(file): CSV, separated by ;, UTF-8, LF, without \"x\"\n"
    )
    let bad = try scene.directory.write("{\"users\":\n{\"renam\": {}}}", to: "bad.json")
    let failure = try scene.run("import", scene.database, file, "--mapping", bad)
    #expect(failure.status == 65)
    #expect(failure.errors.hasPrefix("stategraph: \(bad):2:2: "))
  }

  @Test func `maps, roots, depths and repeated keys have their options`() throws {
    let scene = try CommandScene.samples()
    let file = try scene.directory.write(
      #"{"data":{"people":{"a":{"name":"A","name":"B"}}}}"#,
      to: "users.json"
    )
    let options = ["--root", "$.data.people", "--map-by-id"]
    let refused = try scene.run(["import", scene.database, file] + options)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("--duplicate-keys last"))
    let result = try scene.run(
      ["import", scene.database, file, "--duplicate-keys", "last", "--max-depth", "4"] + options
    )
    #expect(result.status == 0)
    #expect(try scene.firstValue("SELECT name FROM users WHERE id = 'a'") == .text("B"))
    let shallow = try scene.run(["import", scene.database, file, "--max-depth", "3"] + options)
    #expect(shallow.status == 65)
  }
}
