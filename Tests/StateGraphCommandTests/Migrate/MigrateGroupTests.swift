import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph migrate up, down, status, verify, repair, baseline and new")
struct MigrateGroupTests {
  @Test func `up stops at the --to version and copies the file before a destructive migration`()
    throws
  {
    let scene = try MigrationScene()
    let first = try scene.run("up", "--to", "2")
    #expect(first.status == 0)
    #expect(first.output == "applied 0001_t.sql\napplied 0002_fill.sql\n")
    #expect(try scene.backups() == [])
    let second = try scene.run("up")
    #expect(second.status == 0)
    #expect(second.output == "applied 0003_drop_x.sql\n")
    let backup = try #require(try scene.backups().first)
    #expect(backup.hasPrefix("scene.sqlite.backup-2-"))
    #expect(second.errors.contains(backup))
    let copy = try DatabaseLocation(path: scene.scene.directory.file(backup))
    let reader = try Connection.open(copy, mode: .reader)
    #expect(try reader.firstValue("SELECT x FROM t") == .text("kept"))
  }

  @Test func `no-backup destroys without a copy`() throws {
    let scene = try MigrationScene()
    #expect(try scene.run("up", "--to", "2").status == 0)
    #expect(try scene.run("up", "--no-backup").status == 0)
    #expect(try scene.backups() == [])
  }

  @Test func `a copy that cannot be made stops the migration with nothing changed`() throws {
    let scene = try MigrationScene()
    try scene.write(
      "INSERT INTO t VALUES (1, 'kept'), (2, hex(zeroblob(200000)));",
      to: "0002_fill.sql"
    )
    #expect(try scene.run("up", "--to", "2").status == 0)
    // Enough space for the log and its index, but not for a copy of the file.
    let result = try Process.shell(
      "trap '' XFSZ; ulimit -f 200; exec \"$0\" \"$@\"",
      [CommandScene.executable.path, "migrate", "up"] + scene.target
    )
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.contains("backup"))
    #expect(try scene.backups() == [])
    #expect(try scene.scene.firstValue("SELECT x FROM t WHERE id = 1") == .text("kept"))
  }

  @Test func `a dry run prints the SQL, runs it and changes no byte`() throws {
    let scene = try MigrationScene()
    let early = try scene.run("up", "--dry-run")
    #expect(early.status == 0)
    #expect(early.output.hasPrefix("-- 0001_t.sql\nCREATE TABLE t (id INTEGER"))
    #expect(!FileManager.default.fileExists(atPath: scene.database))
    #expect(try scene.run("up", "--to", "2").status == 0)
    let before = try scene.bytes()
    let late = try scene.run("up", "--dry-run")
    #expect(late.output == "-- 0003_drop_x.sql\nALTER TABLE t DROP COLUMN x;\n")
    #expect(late.errors.contains("it ran and was rolled back"))
    let object = try scene.object(scene.run("up", "--dry-run", "--json"))
    #expect(object["command"] as? String == "migrate up")
    #expect(((object["wouldApply"] as? [[String: Any]])?.first)?["number"] as? Int == 3)
    try scene.write("INSERT INTO t (y) VALUES (1);", to: "0004_bad.sql")
    let bad = try scene.run("up", "--dry-run")
    #expect(bad.status == 78)
    #expect(bad.errors.contains("0004_bad.sql"))
    #expect(try scene.bytes() == before)
    #expect(try scene.backups() == [])
  }

  @Test func `a later failure keeps the earlier migrations and says which`() throws {
    let scene = try MigrationScene()
    try scene.write("nonsense", to: "0003_drop_x.sql")
    let result = try scene.run("up")
    #expect(result.status == 78)
    #expect(result.output == "applied 0001_t.sql\napplied 0002_fill.sql\n")
    #expect(result.errors.contains("0003_drop_x.sql"))
    #expect(try scene.scene.firstValue("SELECT count(*) FROM t") == .integer(1))
  }

  @Test(arguments: [["up"], ["up", "--dry-run"], ["up", "--to", "4", "--json"]])
  func `an empty migration is not applied`(arguments: [String]) throws {
    let scene = try MigrationScene()
    let made = try scene.scene.run("migrate", "new", "add users", "--migrations", scene.folder)
    #expect(made.output == scene.folder + "/0004_add_users.sql\n")
    for sql in [nil, "", "-- CREATE TABLE u (x);\n/* later */ ;\n"] {
      if let sql { try scene.write(sql, to: "0004_add_users.sql") }
      let options = Array(arguments.dropFirst())
      let result = try scene.scene.run(["migrate", arguments[0]] + scene.target + options)
      #expect(result.status == 78)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("0004_add_users.sql contains no statement"))
      // The earlier migrations are not applied either, and no file is created.
      #expect(try scene.run("status").output.contains("pending   0001_t.sql"))
      #expect(try scene.scene.files().filter { $0.hasPrefix("scene.sqlite") } == [])
    }
    #expect(try scene.run("up", "--to", "3").status == 0)
    try scene.write("-- what\nCREATE TABLE u (x);", to: "0004_add_users.sql")
    #expect(try scene.run("up").status == 0)
  }

  @Test func `an empty down migration is not applied`() throws {
    let scene = try MigrationScene()
    #expect(try scene.run("up", "--no-backup").status == 0)
    try scene.write("-- 0003_drop_x.down.sql: undoes it.\n\n", to: "0003_drop_x.down.sql")
    let before = try scene.bytes()
    let result = try scene.run("down", "--steps", "1", "--yes")
    #expect(result.status == 78)
    #expect(result.errors.contains("0003_drop_x.down.sql contains no statement"))
    #expect(try scene.bytes() == before)
    #expect(try scene.backups() == [])
  }

  @Test func `down undoes steps, with a copy of before, and up repeats them`() throws {
    let scene = try MigrationScene()
    #expect(try scene.run("up", "--to", "2").status == 0)
    let result = try scene.run("down", "--to", "0", "--yes")
    #expect(result.status == 0)
    #expect(result.output == "undone 0002_fill.sql\nundone 0001_t.sql\n")
    #expect(try scene.scene.firstValue("SELECT 1 FROM stategraph_migrations") == nil)
    let backup = try #require(try scene.backups().first)
    #expect(backup.hasPrefix("scene.sqlite.backup-2-"))
    #expect(try scene.backups().count == 1)
    let again = try scene.run("up", "--to", "2", "--json")
    #expect((try scene.object(again)["applied"] as? [Any])?.count == 2)
    let down = try scene.object(scene.run("down", "--steps", "1", "--yes", "--json"))
    #expect((down["undone"] as? [[String: Any]])?.first?["name"] as? String == "0002_fill.sql")
  }

  @Test(arguments: [
    (["--steps", "1"], 64, "--yes"), (["--steps", "1", "--no-input"], 64, "--yes"),
    (["--to", "0", "--yes"], 78, "0003_drop_x.down.sql"), (["--steps", "4", "--yes"], 78, "4"),
    (["--to", "9", "--yes"], 78, "9"), (["--steps", "0", "--yes"], 64, "--steps"), ([], 64, "--to"),
    (["--steps", "1", "--to", "1", "--yes"], 64, "--to"),
  ])
  func `down with wrong arguments changes nothing`(
    options: [String],
    status: Int32,
    words: String
  ) throws {
    let scene = try MigrationScene()
    #expect(try scene.run("up", "--no-backup").status == 0)
    if options == ["--steps", "1"] || options.contains("--no-input") {
      try scene.write("SELECT 1;", to: "0003_drop_x.down.sql")
    }
    let before = try scene.bytes()
    let result = try scene.scene.run(["migrate", "down"] + scene.target + options, input: "y\n")
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(try scene.bytes() == before)
    #expect(try scene.backups() == [])
  }

  @Test func `status tells every state apart, and exits 1 only when checked`() throws {
    let scene = try MigrationScene()
    #expect(try scene.run("status").status == 0)
    #expect(try scene.run("status", "--check").status == 1)
    #expect(!FileManager.default.fileExists(atPath: scene.database))
    #expect(try scene.run("up", "--no-backup").status == 0)
    #expect(try scene.run("status", "--check").status == 0)
    try scene.write("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT;\n", to: "0001_t.sql")
    try scene.remove("0002_fill.sql")
    try scene.remove("0002_fill.down.sql")
    try scene.write("SELECT 1;", to: "0004_more.sql")
    let before = try scene.bytes()
    let text = try scene.run("status", "--check")
    #expect(text.status == 1)
    let words = text.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
    #expect(words == ["modified", "missing", "applied", "pending"])
    #expect(text.errors.contains("--record 1"))
    #expect(text.errors.contains("--forget 2"))
    let object = try scene.object(scene.run("status", "--json"))
    #expect(object["version"] as? Int == 1)
    #expect(object["isUpToDate"] as? Bool == false)
    let states = (object["migrations"] as? [[String: Any]])?.map { $0["state"] as? String }
    #expect(states == ["modified", "missing", "applied", "pending"])
    try scene.remove("0003_drop_x.sql")
    try scene.remove("0004_more.sql")
    #expect(try scene.run("status").output.contains("newer"))
    #expect(try scene.bytes() == before)
  }

  @Test func `verify names the edited file with both sums`() throws {
    let scene = try MigrationScene()
    #expect(try scene.run("up", "--to", "2").status == 0)
    #expect(try scene.run("verify").status == 0)
    try scene.write("INSERT INTO t VALUES (1, 'other');\n", to: "0002_fill.sql")
    let before = try scene.bytes()
    let result = try scene.run("verify")
    #expect(result.status == 1)
    #expect(result.output.contains("0002_fill.sql"))
    for text in ["INSERT INTO t VALUES (1, 'kept');\n", "INSERT INTO t VALUES (1, 'other');\n"] {
      let sum = try Process.shell("printf %s \"$0\" | sha256sum", [text]).output.prefix(64)
      #expect(result.output.contains(sum), "\(text)")
    }
    #expect(try scene.object(scene.run("verify", "--json"))["isIntact"] as? Bool == false)
    #expect(try scene.bytes() == before)
  }

  @Test func `repair records a named edited migration and forgets a named missing one`() throws {
    let scene = try MigrationScene()
    #expect(try scene.run("up", "--to", "2").status == 0)
    try scene.write("INSERT INTO t VALUES (1, 'other');\n", to: "0002_fill.sql")
    try scene.remove("0001_t.sql")
    try scene.remove("0001_t.down.sql")
    #expect(try scene.run("up").status == 78)
    let before = try scene.bytes()
    for (options, status) in [
      ([], 64), (["--record", "2"], 64), (["--record", "1", "--yes"], 78),
      (["--forget", "2", "--yes"], 78), (["--forget", "1", "--forget", "1", "--yes"], 64),
    ] as [([String], Int32)] {
      let refused = try scene.scene.run(["migrate", "repair"] + scene.target + options)
      #expect(refused.status == status, "\(options) \(refused.errors)")
    }
    #expect(try scene.bytes() == before)
    let result = try scene.run("repair", "--record", "2", "--forget", "1", "--yes")
    #expect(result.status == 0)
    #expect(result.output.contains("recorded 0002_fill.sql"))
    #expect(result.output.contains("forgot 0001_t.sql"))
    #expect(try scene.run("up", "--no-backup").status == 0)
    #expect(try scene.run("status", "--check").status == 0)
  }

  @Test func `new writes the next number once and never over a file`() throws {
    let scene = try MigrationScene()
    let result = try scene.scene.run(
      "migrate",
      "new",
      "Add Users",
      "--migrations",
      scene.folder,
      "--down"
    )
    #expect(result.status == 0)
    let paths = ["0004_add_users.sql", "0004_add_users.down.sql"].map { "\(scene.folder)/\($0)" }
    #expect(result.output == paths.joined(separator: "\n") + "\n")
    #expect(try scene.scene.run("migrate", "new", "--migrations", scene.folder, "!").status == 78)
    let inFile = try scene.scene.run("migrate", "new", "x", "--migrations", scene.database + "/no")
    #expect(inFile.status == 73)
    #expect(try scene.run("up", "--no-backup", "--to", "3").status == 0)
  }

  @Test(arguments: [
    ("20240131235959_users.sql", 14), ("202401312359_users.sql", 12), ("20241331235959_no.sql", 0),
    ("00042_users.sql", 0),
  ])
  func `new continues the folder's numbers, by time or by count`(
    existing: String,
    digits: Int
  ) throws {
    let scene = try CommandScene()
    let folder = scene.directory.file("m")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try scene.directory.write("CREATE TABLE t (x);", to: "m/" + existing)
    let format = DateFormatter()
    (format.timeZone, format.locale) = (
      TimeZone(identifier: "UTC"), Locale(identifier: "en_US_POSIX")
    )
    format.dateFormat = digits == 14 ? "yyyyMMddHHmmss" : "yyyyMMddHHmm"
    let before = format.string(from: Date())
    let result = try scene.run("migrate", "new", "add posts", "--migrations", folder)
    let after = format.string(from: Date())
    #expect(result.status == 0, "\(result.errors)")
    let name = try #require(result.output.split(separator: "/").last)
    let number = String(name.prefix { $0.isNumber })
    if digits > 0 {
      #expect((before...after).contains(number))
    } else {
      #expect(
        name == (existing.hasPrefix("00042") ? "00043" : "20241331235960") + "_add_posts.sql\n"
      )
    }
    let second = try scene.run("migrate", "new", "more", "--migrations", folder)
    #expect(second.status == 0, "\(second.errors)")
    let status = try scene.run("migrate", "status", scene.database, "--migrations", folder)
    #expect(status.output.matches(of: /pending +\d+_/).count == 3, "\(status)")
  }

  @Test(arguments: ["down", "verify", "repair"])
  func `a missing database is not created`(verb: String) throws {
    let scene = try MigrationScene()
    let options = ["down": ["--steps", "1"], "repair": ["--record", "1"]][verb] ?? []
    let result = try scene.scene.run(["migrate", verb] + scene.target + options)
    #expect(result.status == 66)
    #expect(!FileManager.default.fileExists(atPath: scene.database))
  }

  @Test(arguments: ["up", "status", "verify", "down", "repair"])
  func `a file of another application is refused untouched`(verb: String) throws {
    let scene = try MigrationScene()
    let made = try Process.shell(
      "python3 -c \"import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); "
        + "d.executescript('PRAGMA application_id=7; CREATE TABLE x (y)')\" \"$0\"",
      [scene.database]
    )
    try #require(made.status == 0)
    let before = try scene.bytes()
    let options = ["down": ["--steps", "1"], "repair": ["--record", "1"]][verb] ?? []
    let result = try scene.scene.run(["migrate", verb] + scene.target + options)
    #expect(result.status == 78)
    #expect(try scene.bytes() == before)
  }
}

extension Process {
  /// Runs a shell command. `$0` is the first argument.
  static func shell(
    _ script: String,
    _ arguments: [String]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let messages = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self),
      String(decoding: messages, as: UTF8.self)
    )
  }

  @Test func `other line ends are the same migration with a note, until they are recorded`() throws
  {
    let scene = try MigrationScene()
    try scene.write(
      "CREATE TABLE t (\n  id INTEGER PRIMARY KEY, x TEXT\n) STRICT;\n",
      to: "0001_t.sql"
    )
    #expect(try scene.run("up", "--to", "1").status == 0)
    try scene.write(
      "CREATE TABLE t (\r\n  id INTEGER PRIMARY KEY, x TEXT\r\n) STRICT;\r\n",
      to: "0001_t.sql"
    )
    let result = try scene.run("up", "--to", "2")
    #expect(result.output == "applied 0002_fill.sql\n")
    #expect(result.errors.contains("0001_t.sql has other line ends"))
    for verb in ["verify", "status"] {
      let shown = try scene.run(verb)
      #expect(shown.status == 0)
      #expect(shown.errors.contains("0001_t.sql has other line ends"))
    }
    #expect(try scene.run("repair", "--record", "1", "--yes").status == 0)
    #expect(try !scene.run("status").errors.contains("line ends"))
  }

  @Test func `the refusal of an edited migration names both remedies`() throws {
    let scene = try MigrationScene()
    #expect(try scene.run("up", "--to", "1").status == 0)
    try scene.write("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT;\r\n", to: "0001_t.sql")
    let result = try scene.run("up")
    #expect(result.status == 78)
    #expect(result.errors.contains("Restore its file"))
    #expect(result.errors.contains("migrate repair --record 1"))
  }

  @Test func `baseline records the migrations that a file has, and up applies the rest`() throws {
    let scene = try MigrationScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.run("CREATE TABLE T (\"id\" INTEGER PRIMARY KEY, x TEXT NULL) STRICT")
    let failed = try scene.run("up")
    #expect(failed.status == 78)
    #expect(failed.errors.contains("migrate baseline"))
    #expect(try scene.run("repair", "--record", "1", "--yes").errors.contains("migrate baseline"))
    #expect(try scene.run("baseline").errors.contains("--to"))
    let recorded = try scene.run("baseline", "--to", "1")
    #expect(recorded.status == 0)
    #expect(recorded.output == "recorded 0001_t.sql\n")
    let json = try scene.object(scene.run("baseline", "--to", "1", "--json"))
    #expect((json["recorded"] as? [Any])?.isEmpty == true)
    #expect(try scene.run("up", "--to", "2").output == "applied 0002_fill.sql\n")
  }

  @Test func `baseline of another schema shows the differences and records nothing`() throws {
    let scene = try MigrationScene()
    let connection = try WriterConnection.open(try DatabaseLocation(path: scene.database))
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, y TEXT) STRICT")
    let refused = try scene.run("baseline", "--to", "1")
    #expect(refused.status == 78)
    #expect(refused.errors.contains("the file has no column \"x\" of table \"t\""))
    #expect(try scene.run("status").output.hasPrefix("pending   0001_t.sql"))
  }
}
