import CSQLite
import Glibc
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

/// Measures the cost of a test database, compared with the same work by SQLite's own interface.
///
/// The suite asserts no time and runs only with `STATEGRAPH_MEASURE=1`, because other programs
/// disturb a measurement. `Benchmarks/Results/TestDatabases.md` has the figures and the command.
@Suite(.serialized, .enabled(if: getenv("STATEGRAPH_MEASURE") != nil))
struct CostMeasurementTests {
  private static func fixture(bytes: Int) -> TestFixture {
    .empty(
      migrations: .list([
        Migration(
          version: 1,
          name: "create",
          sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, x BLOB)"
        )
      ])
    )
    .adding { database in
      try database.write {
        for _ in 0..<(bytes / 1_000) {
          try database.execute("INSERT INTO t (x) VALUES (zeroblob(950))")
        }
      }
    }
  }

  /// The median of `count` runs, in milliseconds.
  private func median(
    _ count: Int,
    clock: clockid_t = CLOCK_MONOTONIC,
    _ body: () throws -> Void
  ) throws -> Double {
    var times: [Double] = []
    for _ in 0..<count {
      var (start, end) = (timespec(), timespec())
      clock_gettime(clock, &start)
      try body()
      clock_gettime(clock, &end)
      let seconds = Double(end.tv_sec - start.tv_sec)
      times.append(seconds * 1_000 + Double(end.tv_nsec - start.tv_nsec) / 1_000_000)
    }
    return times.sorted()[count / 2]
  }

  /// Copies the bytes and does the work of a test by SQLite alone.
  private func bareLife(_ image: FileImage, _ path: String) throws {
    try image.write(to: path)
    var handle: OpaquePointer?
    try #require(
      sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK
    )
    for sql in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "SELECT count(*) FROM t",
      "INSERT INTO t (x) VALUES (x'00')",
    ] {
      try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
    sqlite3_close_v2(handle)
    FileSystem.removeDatabase(path)
  }

  private func life(_ fixture: TestFixture, _ storage: TestDatabase.Storage) throws {
    try TestDatabase.with(fixture, in: storage) { db in
      let database = try db.database
      _ = try database.fetchValue(Int.self, "SELECT count(*) FROM t")
      try database.execute("INSERT INTO t (x) VALUES (x'00')")
    }
  }

  @Test func `the life of a database of one megabyte`() throws {
    let fixture = Self.fixture(bytes: 1_000_000)
    let template = try fixture.template.prepare()
    let folder = try CloneFolder.folder(forCloneOf: template.image.bytes.count)
    let clone = try median(300) {
      let path = folder.newPath()
      try template.copy(to: path)
      FileSystem.removeDatabase(path)
    }
    let bare = try median(300) { try bareLife(template.image, folder.newPath()) }
    let whole = try median(300) { try life(fixture, .file) }
    let memory = try median(300) { try life(fixture, .memory) }
    var opened: [Database] = []
    let path = folder.newPath()
    try template.copy(to: path)
    let opening = try median(300, clock: CLOCK_THREAD_CPUTIME_ID) {
      opened.append(
        try Database(DatabaseLocation(path: path), content: .upToDate, configuration: .init())
      )
      if opened.count > 10 { opened.removeFirst() }
    }
    let checked = try median(300, clock: CLOCK_THREAD_CPUTIME_ID) {
      opened.append(try Database(path: path))
      if opened.count > 10 { opened.removeFirst() }
    }
    opened = []
    FileSystem.removeDatabase(path)
    print(
      """
      \(template.image.bytes.count) bytes in \(folder.path), medians of 300 runs in ms:
        clone and removal              \(clone)
        bare SQLite, whole life        \(bare)
        test database, whole life      \(whole)
        in memory, whole life          \(memory)
        opening a clone, CPU           \(opening)
        opening with inspection, CPU   \(checked)
      """
    )
  }

  @Test func `opening with twenty migrations`() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("Migrations")
    try #require(mkdir(folder, 0o700) == 0)
    var scripts: [String] = []
    for number in 1...20 {
      let script =
        "CREATE TABLE t\(number) (x);\n"
        + String(repeating: "-- A comment that fills the file of a migration.\n", count: 40)
      try directory.write(script, to: "Migrations/\(1_000 + number)_step.sql")
      scripts.append(script)
    }
    let path = directory.file("a.sqlite")
    let migrations = MigrationSource.directory(folder)
    let opening = try median(300, clock: CLOCK_THREAD_CPUTIME_ID) {
      _ = try Database(path: path, migrations: migrations)
    }
    let unknown = try median(300, clock: CLOCK_THREAD_CPUTIME_ID) { _ = try Database(path: path) }
    let digests = try median(100, clock: CLOCK_THREAD_CPUTIME_ID) {
      for script in scripts { _ = SHA256.hexadecimal(of: script.utf8) }
    }
    print(
      """
      20 migrations of \(scripts[0].utf8.count) bytes, CPU time, medians in ms:
        opening with the migrations     \(opening)
        opening without them            \(unknown)
        SHA-256 of the migrations       \(digests)
      """
    )
  }

  @Test func `a fixture of a hundred thousand rows`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "Package.swift")
    try #require(mkdir(directory.file("rows"), 0o700) == 0)
    let lines = (0..<100_000).map { "{\"id\": \"@row\($0)\", \"x\": \($0)}" }
    try directory.write(lines.joined(separator: "\n"), to: "rows/t.jsonl")
    func fixture() -> TestFixture {
      TestFixture(
        "rows",
        migrations: .list([
          Migration(
            version: 1,
            name: "a",
            sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER)"
          )
        ]),
        filePath: directory.file("Tests.swift")
      )
    }
    let first = try median(1) { _ = try fixture().template.prepare() }
    let later = try median(1) { _ = try fixture().template.prepare() }
    print("100,000 rows: the first process \(first) ms, a later one \(later) ms")
  }

  @Test(arguments: [CrashModel.processEnd, .powerLoss])
  func `five hundred moments of a crash`(model: CrashModel) throws {
    try TestDatabase.with(Self.fixture(bytes: 1_000_000)) { db in
      var count = 0
      let time = try median(1) {
        count = try db.faults.everyCrash(model, pointLimit: 500) {
          for number in 0..<400 {
            try db.database.execute("UPDATE t SET x = \(number) WHERE id = \(number)")
          }
        } after: { after in
          try #require(after.value("PRAGMA quick_check") == "ok")
        }
      }
      print("\(model): \(count) moments checked in \(time) ms")
    }
  }

  @Test func `a clone of fifty megabytes`() throws {
    let template = try Self.fixture(bytes: 50_000_000).template.prepare()
    let folder = try CloneFolder.folder(forCloneOf: template.image.bytes.count)
    let source = folder.newPath()
    try template.copy(to: source)
    let clone = try median(20) {
      let path = folder.newPath()
      try template.copy(to: path)
      FileSystem.removeDatabase(path)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    let copy = try median(20) {
      let path = folder.newPath()
      let (from, to) = (open(source, O_RDONLY), open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600))
      while true {
        let count = read(from, buffer.baseAddress, buffer.count)
        guard count > 0, write(to, buffer.baseAddress, count) == count else { break }
      }
      close(from)
      close(to)
      unlink(path)
    }
    FileSystem.removeDatabase(source)
    print("\(template.image.bytes.count) bytes: clone \(clone) ms, plain copy \(copy) ms")
  }
}
