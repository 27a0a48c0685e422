import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("Hostile database files") struct HostileDatabaseTests {
  private static let users = "id,name\na,A\nb,B\n"

  @Test(arguments: [0, 1, 100, 4_096, 65_536])
  func `random bytes are no database, and stay as they are`(count: Int) throws {
    let scene = try CommandScene()
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    try scene.directory.write(bytes, to: "scene.sqlite")
    let input = try scene.directory.write(Self.users, to: "users.csv")
    let result = try scene.run("import", scene.database, input)
    // SQLite treats an empty file as a new database.
    #expect(result.status == (count == 0 ? 66 : 78), "seed \(seed): \(result.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == Data(bytes))
  }

  @Test func `the file of another application exits 78 and stays as it is`() throws {
    let scene = try CommandScene()
    let connection = try WriterConnection.open(
      try DatabaseLocation(path: scene.database)
    )
    try connection.runScript("PRAGMA application_id = 252006674; CREATE TABLE users (id)") { _ in }
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let input = try scene.directory.write(Self.users, to: "users.csv")
    let result = try scene.run("import", scene.database, input)
    #expect(result.status == 78, "\(result.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
  }

  @Test func `damage in any page is refused or survived, and never a crash`() throws {
    let whole = try CommandScene.samples()
    #expect(
      try whole.run("import", whole.database, PackageRoot.fixture("library/nested/books.json"))
        .status == 0
    )
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole.database)))
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for round in 0..<24 {
      let scene = try CommandScene()
      var damaged = bytes
      // In every second round, damage the first page, which has the header and the schema.
      let end = round % 2 == 0 ? 4_096 : damaged.count
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        damaged[Int.random(in: 0..<end, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      try scene.directory.write(damaged, to: "scene.sqlite")
      let input = PackageRoot.fixture("library/nested/books.json")
      for arguments in [["inspect", scene.database], ["import", scene.database, input]] {
        let result = try scene.run(arguments)
        #expect(
          [0, 65, 66, 70, 74, 77, 78].contains(result.status),
          "seed \(seed), round \(round): \(result.status) \(result.errors)"
        )
        if result.status != 0 { #expect(result.errors.hasPrefix("stategraph: ")) }
      }
    }
  }

  @Test func `half of a database exits 78 and stays as it is`() throws {
    let whole = try CommandScene.samples()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole.database)))
    let scene = try CommandScene()
    try scene.directory.write(Array(bytes.prefix(bytes.count / 2)), to: "scene.sqlite")
    let input = try scene.directory.write(Self.users, to: "users.csv")
    let result = try scene.run("import", scene.database, input)
    #expect(result.status == 78, "\(result.errors)")
    let now = Array(try Data(contentsOf: URL(fileURLWithPath: scene.database)))
    #expect(now == Array(bytes.prefix(bytes.count / 2)))
  }

  @Test(.enabled(if: getuid() == 0, "only root can become somebody who may not write"))
  func `a database that may not be written exits 77`() throws {
    let hostile = try HostileScene()
    let input = try hostile.scene.directory.write(Self.users, to: "users.csv")
    for mode in ["chmod 444 \"$database\"; chmod 777 .", "chmod 444 \"$database\"; chmod 555 ."] {
      let result = try hostile.scene.shell(
        """
        chmod 644 users.csv; \(mode)
        setpriv --reuid=65534 --clear-groups "$stategraph" import "$database" "\(input)"
        """
      )
      #expect(result.status == 77, "\(mode): \(result.errors)")
      #expect(result.errors.hasPrefix("stategraph: \(hostile.scene.database): "))
      #expect(try hostile.rows("users").isEmpty)
    }
  }

  @Test func `commits that a crash left in the log are kept by an import`() throws {
    let origin = try HostileScene()
    let writer = try WriterConnection.open(
      try DatabaseLocation(path: origin.scene.database)
    )
    try writer.run("INSERT INTO users (id, name) VALUES ('old', 'Old')")
    let scene = try CommandScene()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: origin.scene.database + suffix,
        toPath: scene.database + suffix
      )
    }
    let input = try scene.directory.write(Self.users, to: "users.csv")
    #expect(try scene.run("import", scene.database, input).status == 0)
    #expect(try scene.firstValue("SELECT count(*) FROM users") == .integer(3))
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  @Test func `two imports at once both end, and every row of both is there`() throws {
    let hostile = try HostileScene()
    let scene = hostile.scene
    var paths: [String] = []
    for name in ["one", "two"] {
      let rows = (0..<5_000).map { "\(name)\($0),N\n" }.joined()
      try FileManager.default.createDirectory(
        atPath: scene.directory.file(name),
        withIntermediateDirectories: false
      )
      paths.append(try scene.directory.write("id,name\n" + rows, to: name + "/users.csv"))
    }
    let processes = try paths.map { try scene.start(["import", scene.database, $0]) }
    for process in processes { process.waitUntilExit() }
    for (path, process) in zip(paths, processes) where process.terminationStatus != 0 {
      // The database stays locked for longer than an import waits; the import writes nothing.
      #expect(process.terminationStatus == 75)
      #expect(try scene.run("import", scene.database, path).status == 0)
    }
    #expect(try scene.firstValue("SELECT count(*) FROM users") == .integer(10_000))
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  @Test(arguments: ["rm \"$database\"", "mv \"$database\" other.sqlite"])
  func `a database that goes away during the import is not taken for filled`(away: String) throws {
    let hostile = try HostileScene()
    // The pipe stays open until the import waits for more of it.
    let result = try hostile.scene.shell(
      """
      mkfifo users.csv
      "$stategraph" import "$database" users.csv & import=$!
      exec 3> users.csv
      printf 'id,name\\na,A\\n' >&3
      # It has the log open when it has opened the database for writing.
      while ! ls -l /proc/$import/fd | grep -q 'sqlite-wal$'; do :; done
      \(away)
      exec 3>&-
      wait $import
      """
    )
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: \(hostile.scene.database): "))
    #expect(!FileManager.default.fileExists(atPath: hostile.scene.database))
  }
}
