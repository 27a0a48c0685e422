import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Paths and files that an attacker made, or that a crash left. The tests check the files on the
/// disk afterwards.
@Suite struct HostileFileTests {
  let directory: TemporaryDirectory
  let victim: String
  var path: String { directory.file("a.sqlite") }

  init() throws {
    directory = try TemporaryDirectory()
    victim = try directory.write("precious", to: "victim")
  }

  /// A database of many pages, closed, and its bytes.
  private func makeBytes(_ more: [SQL] = []) throws -> [UInt8] {
    let path = directory.file("source.sqlite")
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT) STRICT")
    try database.execute("CREATE INDEX i ON t (b)")
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO t (b) SELECT printf('%0100d', i) FROM n
      """
    )
    for sql in more { try database.execute(sql) }
    try database.close()
    defer { unlink(path) }
    return FileProbe(path).bytes
  }

  /// Opens the file, reads all of it and writes a row. Returns the first error.
  private func use(_ configuration: Database.Configuration = .init()) -> DatabaseError? {
    DatabaseError.thrown {
      let database = try Database(path: path, configuration: configuration)
      defer { try? database.close() }
      _ = try database.rows("SELECT * FROM t")
      _ = try database.rows("SELECT count(*) FROM t INDEXED BY i WHERE b > ''")
      if configuration.access == .readWrite {
        try database.execute("INSERT INTO t (b) VALUES ('new')")
      }
    }
  }

  private static let fileCodes: Set<DatabaseError.Code> = [
    .corrupt, .notADatabase, .invalidSQL, .cannotOpen, .inputOutput,
  ]

  @Test func `a truncated file gives a typed error and is not read past its end`() throws {
    let bytes = try makeBytes()
    var readOnly = Database.Configuration()
    readOnly.access = .readOnly
    var errors = 0
    for count in stride(from: 0, through: bytes.count - 1, by: 1536) {
      for configuration in [readOnly, .init()] {
        try directory.write(Array(bytes[..<count]), to: "a.sqlite")
        let before = try FileProbe.all(in: directory.path)
        guard let error = use(configuration) else { continue }
        errors += 1
        #expect(Self.fileCodes.contains(error.code), "\(count): \(error)")
        let after = try FileProbe.all(in: directory.path)
        if configuration.access == .readOnly { #expect(after == before, "\(count)") }
        #expect(after["victim"] == before["victim"])
      }
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }
    #expect(errors > 20)
  }

  @Test func `a page of zeros or of noise gives a typed error or the rows`() throws {
    let bytes = try makeBytes()
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for page in 1..<bytes.count / 4096 {
      for isNoise in [false, true] {
        var damaged = bytes
        for index in page * 4096..<(page + 1) * 4096 {
          damaged[index] = isNoise ? UInt8.random(in: 0...255, using: &random) : 0
        }
        try directory.write(damaged, to: "a.sqlite")
        if let error = use() {
          #expect(Self.fileCodes.contains(error.code), "seed \(seed), page \(page): \(error)")
        }
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      }
    }
    #expect(FileProbe(victim).bytes == Array("precious".utf8))
  }

  @Test(
    arguments: [
      (16, [0, 3]), (16, [0xff, 0xff]), (16, [2, 0]), (18, [9, 9]), (20, [255]), (21, [0, 0, 0]),
      (44, [0, 0, 0, 99]), (56, [0, 0, 0, 7]), (100, [255]), (103, [255, 255]), (105, [0, 1]),
    ] as [(Int, [UInt8])]
  )
  func `a wrong header gives a typed error and the file is not touched`(
    offset: Int,
    patch: [UInt8]
  ) throws {
    var bytes = try makeBytes()
    bytes.replaceSubrange(offset..<offset + patch.count, with: patch)
    try directory.write(bytes, to: "a.sqlite")
    let before = FileProbe(path)
    let opening = DatabaseError.thrown { _ = try Database(path: path) }
    if opening != nil { #expect(FileProbe(path) == before) }
    if let error = opening ?? use() {
      #expect(Self.fileCodes.union([.readOnly]).contains(error.code))
    }
  }

  @Test func `the log of another file affects no third file`() throws {
    let other = try Database(path: directory.file("other.sqlite"))
    try other.execute("CREATE TABLE o (x)")
    let log = FileProbe(directory.file("other.sqlite-wal")).bytes
    #expect(!log.isEmpty)
    try directory.write(try makeBytes(), to: "a.sqlite")
    try directory.write(log, to: "a.sqlite-wal")
    let before = FileProbe(directory.file("other.sqlite"))
    if let error = use() { #expect(Self.fileCodes.contains(error.code), "\(error)") }
    #expect(FileProbe(directory.file("other.sqlite")) == before)
    #expect(FileProbe(victim).bytes == Array("precious".utf8))
    #expect(try other.rows("SELECT x FROM o").isEmpty)
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a symbolic link beside the file is not followed`(suffix: String) throws {
    try directory.write(try makeBytes(), to: "a.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: path + suffix,
      withDestinationPath: victim
    )
    _ = use()
    #expect(FileProbe(victim).bytes == Array("precious".utf8))
    unlink(path + suffix)
    try FileManager.default.createSymbolicLink(
      atPath: path + suffix,
      withDestinationPath: directory.file("nowhere")
    )
    _ = use()
    #expect(!FileProbe(directory.file("nowhere")).exists)
  }

  @Test func `a pipe, a device or a very long path is refused without waiting`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    let long = directory.path + String(repeating: "/d", count: 3000) + "/a.sqlite"
    for path in [path, "/dev/null", "/dev/full", "/dev/zero", long, "/", "//", "."] {
      let error = DatabaseError.thrown { _ = try Database(path: path) }
      #expect(error?.code == .cannotOpen, "\(path.prefix(40))")
    }
  }

  @Test func `dots in a path lead where they say, and a folder's link is followed`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("folder"),
      withIntermediateDirectories: false
    )
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link"),
      withDestinationPath: directory.file("folder")
    )
    try Database(path: directory.file("folder/../up.sqlite")).close()
    try Database(path: directory.file("link/in.sqlite")).close()
    #expect(FileProbe(directory.file("up.sqlite")).exists)
    #expect(FileProbe(directory.file("folder/in.sqlite")).exists)
  }

  @Test func `a refused file with an abandoned log is left with all that lies beside it`() throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (x)")
    try database.write { try database.withWriter { try $0.run("PRAGMA application_id = 77") } }
    // A killed program leaves a log. This one has no index.
    let (main, log) = (FileProbe(path).bytes, FileProbe(path + "-wal").bytes)
    try database.close()
    try directory.write(main, to: "a.sqlite")
    try directory.write(log, to: "a.sqlite-wal")
    let before = try FileProbe.all(in: directory.path)
    for access in [Database.Access.readWrite, .readOnly] {
      var configuration = Database.Configuration()
      configuration.access = access
      let error = DatabaseError.thrown {
        _ = try Database(path: path, configuration: configuration)
      }
      #expect(error?.code == .foreignFile)
      #expect(try FileProbe.all(in: directory.path) == before)
    }
  }

  @Test func `functions in a file's schema are not called, and the rest of the file is usable`()
    throws
  {
    let target = directory.file("written")
    let bytes = try makeBytes([
      "CREATE VIEW v AS SELECT writefile('\(SQL(text: target))', 'x') AS y, load_extension('x') AS z",
      "CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT app_function(old.id); END",
      "CREATE TABLE d (id INTEGER PRIMARY KEY, x DEFAULT (app_function()))",
      "CREATE TABLE g (id INTEGER PRIMARY KEY, x AS (id * 2), y AS (id * 3) STORED)",
    ])
    try directory.write(bytes, to: "a.sqlite")
    let database = try Database(path: path)
    for sql: SQL in ["SELECT * FROM v"] {
      #expect(DatabaseError.thrown { _ = try database.rows(sql) }?.code == .missingExtension)
    }
    for sql: SQL in ["DELETE FROM t", "INSERT INTO d (id) VALUES (1)"] {
      #expect(DatabaseError.thrown { try database.execute(sql) }?.code == .missingExtension)
    }
    #expect(!FileProbe(target).exists)
    try database.execute("INSERT INTO g (id) VALUES (2)")
    #expect(try database.rows("SELECT x, y FROM g").map(\.values) == [[.integer(4), .integer(6)]])
    #expect(try database.rows("SELECT count(*) FROM t").first?[0] == .integer(400))
    #expect(try database.rows("SELECT 1 FROM d").isEmpty)
  }
}
