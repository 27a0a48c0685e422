import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// The command in the background, while this process writes to its database.
@Suite("stategraph watch and query --watch", .timeLimit(.minutes(20)))
struct WatchCommandTests {
  private struct Watched {
    let scene: CommandScene
    let process: Process
    let output: String
    let errors: String

    func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// Waits for output of the child.
    func wait(for text: String, in path: String) throws {
      let deadline = TestDeadline()
      while try !self.text(path).contains(text) {
        guard process.isRunning else {
          guard try self.text(path).contains(text) else {
            throw TestFailure("ended: \(try self.text(errors)) \(try self.text(output))")
          }
          return
        }
        guard !deadline.hasPassed else {
          throw TestFailure("no \(text): \(try self.text(errors)) \(try self.text(output))")
        }
        usleep(5_000)
      }
    }

    /// Waits for the end of the child, and ends it at the deadline.
    func waitUntilExit() throws {
      let deadline = TestDeadline()
      while process.isRunning, !deadline.hasPassed { usleep(5_000) }
      guard process.isRunning else { return process.waitUntilExit() }
      process.terminate()
      throw TestFailure("no end: \(try self.text(errors)) \(try self.text(output))")
    }

    func lines() throws -> [[String: Any]] {
      try text(output).split(separator: "\n").map {
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
      }
    }
  }

  private func watched(
    _ schema: String,
    _ arguments: [String],
    journal: String = "WAL"
  ) throws -> Watched {
    let scene = try CommandScene()
    try write(scene, schema)
    if journal != "WAL" { try write(scene, "PRAGMA journal_mode = \(journal)") }
    let (output, errors) = (scene.directory.file("out"), scene.directory.file("err"))
    let process = try scene.start(
      [arguments[0], scene.database] + arguments.dropFirst(),
      output: output,
      errors: errors
    )
    return Watched(scene: scene, process: process, output: output, errors: errors)
  }

  /// Opens a connection, writes and closes it, as another program does.
  private func write(_ scene: CommandScene, _ sql: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None); "
        + "c.executescript(sys.argv[2])", scene.database, sql,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestFailure("python3 could not write") }
  }

  static let table = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);
    INSERT INTO t VALUES (1, 'a');
    """

  @Test(arguments: ["DELETE", "WAL"])
  func `changes by other programs are reported with their keys and values`(journal: String) throws {
    let watched = try watched(
      Self.table + "INSERT INTO t VALUES (2, 'b');",
      ["watch", "t", "--values", "--count", "3", "--interval", "0.02"],
      journal: journal
    )
    try watched.wait(for: "note: watching t", in: watched.errors)
    try write(watched.scene, "INSERT INTO t VALUES (-5, NULL)")
    try watched.wait(for: "\"insert\"", in: watched.output)
    try write(
      watched.scene,
      "BEGIN; UPDATE t SET v = 'c' WHERE id = 1; DELETE FROM t WHERE id = 2; COMMIT"
    )
    try watched.waitUntilExit()
    #expect(watched.process.terminationStatus == 0)
    #expect(
      try watched.text(watched.output) == #"""
        {"version":1,"table":"t","change":"insert","key":{"id":-5},\#
        "new":{"id":-5,"v":null},"commit":1}
        {"version":1,"table":"t","change":"update","key":{"id":1},\#
        "old":{"id":1,"v":"a"},"new":{"id":1,"v":"c"},"commit":2}
        {"version":1,"table":"t","change":"delete","key":{"id":2},\#
        "old":{"id":2,"v":"b"},"commit":2}

        """#
    )
  }

  @Test func `logged commits are reported one by one, and an unlogged one by reading the table`()
    throws
  {
    let scene = try CommandScene()
    try write(scene, Self.table)
    let database = try Database(path: scene.database)
    let (output, errors) = (scene.directory.file("out"), scene.directory.file("err"))
    let arguments = ["watch", scene.database, "t", "--count", "402", "--interval", "3600"]
    let process = try scene.start(arguments, output: output, errors: errors)
    let watched = Watched(scene: scene, process: process, output: output, errors: errors)
    try watched.wait(for: "note: watching t", in: watched.errors)
    for number in 1...200 { try database.execute("INSERT INTO t VALUES (\(number + 1), 'x')") }
    try database.execute("UPDATE t SET v = 'last' WHERE id = 1")
    // No other event would cause a poll within the hour.
    try watched.wait(for: "\"last\"", in: watched.output)
    for number in 1...200 { try database.execute("DELETE FROM t WHERE id = \(number + 1)") }
    try database.close()
    try write(scene, "UPDATE t SET v = 'other' WHERE id = 1")
    try watched.waitUntilExit()
    let lines = try watched.lines()
    #expect(lines.map { $0["commit"] as? Int } == Array(1...402))
    let ids = lines.map { ($0["key"] as? [String: Any])?["id"] as? Int }
    #expect(ids == Array(2...201) + [1] + Array(2...201) + [1])
  }

  @Test func `random histories: the reported changes lead from the first rows to the last`() throws
  {
    let watched = try watched(
      "CREATE TABLE t (a TEXT, b INTEGER, v REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;",
      ["watch", "t", "--interval", "0.02"]
    )
    try watched.wait(for: "note: watching t", in: watched.errors)
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<12 {
      var script = "BEGIN;"
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let key = ["'é'", "'e'", "'Z'", "'a'"].randomElement(using: &random) ?? "'a'"
        let number = Int.random(in: 0...2, using: &random)
        let value = Int.random(in: 0...9, using: &random)
        script +=
          Bool.random(using: &random)
          ? "INSERT OR REPLACE INTO t VALUES (\(key), \(number), \(value));"
          : "DELETE FROM t WHERE a = \(key) AND b = \(number);"
      }
      try write(watched.scene, script + "COMMIT")
    }
    try write(watched.scene, "INSERT INTO t VALUES ('last', 0, 0.5)")
    try watched.wait(for: "\"last\"", in: watched.output)
    watched.process.terminate()
    try watched.waitUntilExit()
    #expect(watched.process.terminationStatus == 143)

    var rows: [String: Double] = [:]
    for line in try watched.lines() {
      let key = line["key"] as? [String: Any]
      let name = "\(key?["a"] ?? "") \(key?["b"] ?? "")"
      switch line["change"] as? String {
      case "insert":
        #expect(rows[name] == nil, "seed \(seed)")
        rows[name] = (line["new"] as? [String: Any])?["v"] as? Double
      case "update":
        #expect(rows[name] != nil, "seed \(seed)")
        rows[name] = (line["new"] as? [String: Any])?["v"] as? Double
      case "delete":
        #expect(rows.removeValue(forKey: name) != nil, "seed \(seed)")
      default: Issue.record("\(line)")
      }
    }
    let connection = try Connection.open(
      try DatabaseLocation(path: watched.scene.database),
      mode: .reader
    )
    var expected: [String: Double] = [:]
    for row in try connection.rows("SELECT a || ' ' || b, v FROM t") {
      if case .text(let name) = row[0], case .real(let value) = row[1] { expected[name] = value }
    }
    #expect(rows == expected, "seed \(seed)")
  }

  @Test func `a result is printed again only if it has changed`() throws {
    let watched = try watched(
      Self.table,
      [
        "query", "SELECT v FROM t WHERE id = 1", "--watch", "--count", "2", "--format", "csv",
        "--interval", "0.02",
      ]
    )
    try watched.wait(for: "v\na\n", in: watched.output)
    try write(watched.scene, "INSERT INTO t VALUES (2, 'x')")
    try write(watched.scene, "UPDATE t SET v = 'A' WHERE id = 1")
    try watched.waitUntilExit()
    #expect(try watched.text(watched.output) == "v\na\n\nv\nA\n")
    #expect(watched.process.terminationStatus == 0)
  }

  @Test func `in JSON lines each result is one object`() throws {
    let watched = try watched(
      Self.table,
      [
        "query", "SELECT * FROM t", "--watch", "--count", "2", "--format", "jsonl", "--interval",
        "0.02",
      ]
    )
    try watched.wait(for: "\n", in: watched.output)
    try write(watched.scene, "DELETE FROM t")
    try watched.waitUntilExit()
    #expect(
      try watched.text(watched.output) == #"""
        {"version":1,"command":"query","result":1,"rows":[{"id":1,"v":"a"}]}
        {"version":1,"command":"query","result":2,"rows":[]}

        """#
    )
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func `a signal ends the watch without a message`(signal: Int32, status: Int32) throws {
    let watched = try watched(Self.table, ["query", "SELECT * FROM t", "--watch"])
    try watched.wait(for: "a", in: watched.output)
    kill(watched.process.processIdentifier, signal)
    try watched.waitUntilExit()
    #expect(watched.process.terminationStatus == status)
    #expect(try watched.text(watched.errors) == "")
  }

  @Test func `a file that replaces the watched database is followed`() throws {
    let watched = try watched(
      Self.table,
      ["query", "SELECT v FROM t", "--watch", "--count", "2", "--format", "csv"]
    )
    try watched.wait(for: "a\n", in: watched.output)
    let other = try CommandScene()
    try write(other, Self.table + "UPDATE t SET v = 'other'")
    #expect(rename(other.database, watched.scene.database) == 0)
    try watched.waitUntilExit()
    #expect(try watched.text(watched.output).hasSuffix("\nother\n"))
  }

  @Test func `a table that is dropped ends the watch with 78`() throws {
    let watched = try watched(Self.table, ["watch", "t"])
    try watched.wait(for: "note: watching t", in: watched.errors)
    try write(watched.scene, "DROP TABLE t")
    try watched.waitUntilExit()
    #expect(watched.process.terminationStatus == 78)
    #expect(try watched.text(watched.errors).contains("Run the command again"))
  }

  @Test func `wrong use of watch is reported with its exit code`() throws {
    let scene = try CommandScene()
    try write(scene, Self.table)
    #expect(try scene.run("watch", scene.database, "u").status == 64)
    #expect(try scene.run("watch", scene.database).status == 64)
    #expect(try scene.run("watch", scene.database + "x", "t").status == 66)
  }
}
