import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("The log of commits")
struct CommitLogTests {
  @Test func `a file without followers has no commit log`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    let other = try Database(path: directory.file("a.sqlite"))
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try other.execute("INSERT INTO t VALUES (1)")
    #expect(try database.rows("SELECT name FROM sqlite_schema").map { $0[0] } == [.text("t")])
  }

  @Test func `a database does not log its own commits for itself`() throws {
    let file = try FollowedFile()
    try file.database.execute("INSERT INTO t VALUES (1, 'a')")
    #expect(try file.database.rows("SELECT 1 FROM sqlite_schema WHERE name LIKE 'state%'").isEmpty)
  }

  @Test func `once the follower has gone nothing more is logged`() throws {
    var file: FollowedFile? = try FollowedFile()
    let other = try file!.other()
    try other.execute("INSERT INTO t VALUES (1, 'a')")
    let directory = file?.watched.directory
    try file?.database.close()
    file = nil
    for id in 2...5 { try other.execute("INSERT INTO t VALUES (\(id), 'a')") }
    #expect(try other.rows("SELECT count(*) FROM stategraph_commits").first?[0] == .integer(1))
    _ = directory
  }

  @Test func `commits that every follower has read are removed from the log`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    for id in 1...500 {
      try other.execute("INSERT INTO t VALUES (\(id), 'a')")
      try file.database.catchUp()
    }
    guard case .integer(let count)? = try file.logCount() else { throw TestFailure("no log") }
    #expect(1...130 ~= count)
    #expect(file.commits.changeSets.elements.reduce(0) { $0 + $1.rowCount } == 500)
  }

  @Test func `a statement that writes pages and changes no row leaves no gap`() throws {
    let file = try FollowedFile(["CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE)"])
    let other = try file.other()
    try other.execute("INSERT INTO t VALUES (1, 1), (2, 2)")
    _ = try file.caughtUp()
    try other.execute("UPDATE OR IGNORE t SET id = 1 WHERE id = 2")
    try other.execute("DELETE FROM t WHERE id = 9")
    try other.execute("INSERT INTO t VALUES (3, 3)")
    #expect(try Array(file.caughtUp().joined()) == ["t 3: none -> (3, 3)"])
  }

  @Test func `the library's own tables are hidden from the schema`() throws {
    let file = try FollowedFile()
    try file.other().execute("INSERT INTO t VALUES (1, 'a')")
    let names = try file.database.withReader { try SchemaReader($0).tables().map(\.name) }
    #expect(names == ["t", "u"])
  }

  @Test func `a commit that is too large to log is reported as a reset of its table`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    try other.write {
      try other.execute("INSERT INTO u VALUES ('x')")
      for id in 0..<60 {
        let text = String(repeating: "a", count: 100_000)
        try other.execute("INSERT INTO t VALUES (\(id), \(text))")
      }
    }
    #expect(try file.caughtUp() == [["t reset", "u 'x': none -> ('x')"]])
  }
}

@Suite("Change sets as bytes")
struct ChangeSetCodingTests {
  private static let nasty: [SQLiteValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .integer(-129), .real(0), .real(-0.0),
    .real(.infinity), .real(1), .text(""), .text("é"), .text("e\u{301}"), .text("a\0b"),
    .text(String(repeating: "x", count: 10_000)), .blob([]), .blob([0, 255]),
  ]

  private static func random(_ random: inout SeededRandom) -> ChangeSet {
    func image() -> RowImage {
      RowImage(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          nasty.randomElement(using: &random) ?? .null
        }
      )
    }
    var changeSet = ChangeSet()
    changeSet.schemaChanged = Int.random(in: 0..<8, using: &random) == 0
    let names: [ByteText] = ["t", "naïve \"name\"", "nai\u{308}ve \"name\"", ""]
    for name in names.prefix(Int.random(in: 0...4, using: &random)) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: changeSet.tables[name] = .reset
      case 1: changeSet.tables[name] = .updates(ColumnMask([0, 3, 70]))
      default:
        changeSet.tables[name] = .rows(
          (0..<Int.random(in: 0...5, using: &random)).map { index in
            let key = RowKey(Array(image()))
            let old = index % 3 == 0 ? nil : image()
            return RowChange(key: key, old: old, new: index % 3 == 1 ? nil : image())
          }
        )
      }
    }
    return changeSet
  }

  private static func decoded(_ bytes: [UInt8]) -> ChangeSet? {
    bytes.withUnsafeBytes { try? ChangeSetDecoder.decode($0) }
  }

  @Test func `a change set comes back as it was, bit for bit`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let changeSet = Self.random(&random)
      let back = Self.decoded(ChangeSetEncoder(changeSet).bytes)
      #expect(back?.description == changeSet.description, "seed \(seed)")
    }
  }

  @Test func `truncated or altered bytes are refused or read, and never read beyond the end`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let bytes = ChangeSetEncoder(Self.random(&random)).bytes
      for end in 0..<min(bytes.count, 400) { #expect(Self.decoded(Array(bytes[..<end])) == nil) }
      for _ in 0..<200 {
        var altered = bytes
        altered[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255,
          using: &random
        )
        _ = Self.decoded(altered)
      }
    }
  }

  @Test(
    arguments: [
      [1, 0, 1, 1, 116, 2, 255, 255, 255, 255, 15], [1, 0, 255, 255, 255, 255, 255, 255],
      [1, 0, 1, 1, 116, 2, 1, 3, 1, 3, 255, 255, 255, 127], [2, 0, 0], [], [1, 0, 1, 1, 255, 0],
      [1, 0, 1, 1, 116, 2, 1, 1, 1, 5],
    ] as [[UInt8]]
  )
  func `a count beyond the bytes is refused before any allocation`(bytes: [UInt8]) {
    #expect(Self.decoded(bytes) == nil)
  }
}

extension ChangeSet {
  /// All changes, with the storage classes of the values and the bits of reals.
  fileprivate var description: String {
    let parts = tables.map { name, changes -> String in
      guard case .rows(let rows) = changes else { return "\(Array(name.string.utf8)) \(changes)" }
      let lines = rows.map { row in
        "\(Self.bits(row.key.values)) \(row.old.map { Self.bits(Array($0)) } ?? "-") "
          + "\(row.new.map { Self.bits(Array($0)) } ?? "-")"
      }
      return "\(Array(name.string.utf8)) \(lines)"
    }
    return "\(schemaChanged) \(parts.sorted())"
  }

  private static func bits(_ values: [SQLiteValue]) -> String {
    values.map { value in
      switch value {
      case .real(let real): "r\(real.bitPattern)"
      case .text(let text): "t\(Array(text.utf8))"
      default: "\(value)"
      }
    }.joined(separator: ",")
  }
}

extension ChangeSet {
  /// The number of rows in the change set.
  var rowCount: Int {
    tables.values.reduce(0) { sum, changes in
      if case .rows(let rows) = changes { sum + rows.count } else { sum }
    }
  }
}
