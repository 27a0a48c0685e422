import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Databases after crashes, disk failures and careless changes.
@Suite("Hostile leftovers") struct HostileLeftoverTests {
  private static let users = "id,name\nnew,New\n"

  /// A copy of a database during a transaction, with the journal that rolls it back.
  private func crashed() throws -> CommandScene {
    let origin = try HostileScene()
    let path = origin.scene.database
    let writer = try WriterConnection.open(try DatabaseLocation(path: path))
    for sql in [
      "PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 4",
      "INSERT INTO users (id, name) VALUES ('old', 'Old')", "BEGIN",
      """
      WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO users (id, name, short_bio) SELECT 'lost' || i, 'Lost', hex(zeroblob(100)) FROM n
      """,
    ] as [SQL] { _ = try writer.rows(sql) }
    let scene = try CommandScene()
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: scene.database + suffix)
    }
    return scene
  }

  @Test func `an import first rolls back a transaction that a crash left half written`() throws {
    let scene = try crashed()
    let journal = try Data(contentsOf: URL(fileURLWithPath: scene.database + "-journal"))
    try #require(journal.prefix(8) == Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]))
    let input = try scene.directory.write(Self.users, to: "users.csv")
    let result = try scene.run("import", scene.database, input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try scene.firstValue("SELECT group_concat(id) FROM (SELECT id FROM users ORDER BY id)")
        == .text("new,old")
    )
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  /// One page after another is filled with zeros or random bytes.
  @Test(arguments: [UInt8?.some(0), UInt8?.none])
  func `a page that is gone is refused or survived, and a refusal changes nothing`(
    filler: UInt8?
  ) throws {
    let whole = try CommandScene.samples()
    let books = PackageRoot.fixture("library/nested/books.json")
    #expect(try whole.run("import", whole.database, books).status == 0)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole.database)))
    let pageBytes = 4_096
    let seed = TestSeed.current
    print("STATEGRAPH damage seed \(seed)")
    var random = SeededRandom(seed: seed)
    for start in stride(from: 0, to: bytes.count, by: pageBytes) {
      let scene = try CommandScene()
      var damaged = bytes
      for offset in start..<min(start + pageBytes, bytes.count) {
        damaged[offset] = filler ?? UInt8.random(in: .min ... .max, using: &random)
      }
      try scene.directory.write(damaged, to: "scene.sqlite")
      let result = try scene.run("import", scene.database, books)
      let page = start / pageBytes + 1
      #expect(
        [0, 65, 78].contains(result.status),
        "seed \(seed), page \(page): \(result.status) \(result.errors)"
      )
      guard result.status != 0 else { continue }
      #expect(result.errors.hasPrefix("stategraph: "))
      #expect(!result.errors.contains("\u{1B}"))
      let now = Array(try Data(contentsOf: URL(fileURLWithPath: scene.database)))
      #expect(now == damaged, "seed \(seed), page \(page)")
    }
  }

  @Test(arguments: [
    ("printf 'CREATE TABLE u (id INTEGER PRIMARY KEY);' > m/0001_t.sql", "0001_t"),
    ("rm m/0001_t.sql", "0001_t"),
  ])
  func `a database with edited or missing migrations is refused without a change`(
    change: String,
    name: String
  ) throws {
    let scene = try CommandScene()
    try FileManager.default.createDirectory(
      atPath: scene.directory.file("m"),
      withIntermediateDirectories: false
    )
    try scene.directory.write("CREATE TABLE t (id INTEGER PRIMARY KEY);\n", to: "m/0001_t.sql")
    try scene.directory.write("CREATE TABLE users (id TEXT PRIMARY KEY);\n", to: "m/0002_u.sql")
    let folder = scene.directory.file("m")
    #expect(try scene.run("migrate", scene.database, "--migrations", folder).status == 0)
    let input = try scene.directory.write("id\na\n", to: "users.csv")
    #expect(try scene.run("import", scene.database, input, "--migrations", folder).status == 0)
    let before = try scene.dump()
    #expect(try scene.shell(change).status == 0)
    try scene.directory.write("id\nb\n", to: "users.csv")
    let result = try scene.run("import", scene.database, input, "--migrations", folder)
    #expect(result.status == 78, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: \(scene.database): "))
    #expect(result.errors.contains(name))
    #expect(try scene.dump() == before)
    // Without --migrations, the applied migrations are not checked.
    #expect(try scene.run("import", scene.database, input).status == 0)
  }

  @Test func `a schema that changed since an interrupted import is reported`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write("id,name\na,A\nb\n", to: "users.csv")
    let command = ["import", hostile.scene.database, path, "--batch-size", "1"]
    #expect(try hostile.scene.run(command).status == 65)
    // Change the key of the table of the checkpoint.
    try WriterConnection.open(try DatabaseLocation(path: hostile.scene.database))
      .runScript("DROP TABLE users; CREATE TABLE users (name TEXT PRIMARY KEY) STRICT") { _ in }
    let result = try hostile.scene.run(command)
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.contains("table \"users\" has no column \"id\""), "\(result.errors)")
    #expect(try hostile.rows("users").isEmpty)
  }
}
