import Foundation
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

/// The operations that must keep the locks of a database that the process has open. Closing any
/// other descriptor of the file or of its index releases the locks of the whole process
/// (<https://sqlite.org/howtocorrupt.html>, section 2.2). The next program that closes the database
/// then deletes the log while this process uses it.
@Suite("Locks of a file that is open") struct LockLossTests {
  /// An operation on the file while it is open.
  enum Deed: String, CaseIterable {
    case openAgain, openToRead, inspect, summarize, check, look, lookForLong, query, export
    case backup, copy, `import`, rehearse
    case importDatabase, importLog, importIndex, mapByDatabase, mapByIndex

    func perform(on path: String, in directory: TemporaryDirectory) throws {
      let input = try directory.write("{\"id\": \"\(rawValue)\"}\n", to: "t.jsonl")
      switch self {
      case .openAgain: try Database(path: path).close()
      case .openToRead:
        var configuration = Database.Configuration()
        configuration.access = .readOnly
        _ = try Database(path: path, configuration: configuration).rows("SELECT * FROM t")
      case .inspect: try FileInspection.check(DatabaseLocation(path: path), migrations: nil)
      case .summarize: _ = try DatabaseSummary(path: path, migrations: nil, countsRows: true)
      case .check: _ = try DatabaseCheck(path: path, migrations: nil, isQuick: false).run()
      case .look, .lookForLong:
        let session = try ReadSession(path: path, isLasting: self == .lookForLong)
        try session.read { _ = try $0.firstValue("SELECT * FROM t") }
      case .query:
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        let output = ByteOutput(descriptor: descriptor, name: "null")
        _ = try QuerySession(QueryRequest(sql: "SELECT * FROM t")).run(path: path, to: output)
      case .export:
        let folder = ExportDestination.folder(directory.file("exported"))
        _ = try Exporter(path: path).run(ExportRequest(to: folder))
      case .backup: try Database(path: path).backup(to: directory.file("backup.sqlite"))
      case .copy:
        _ = try BackupCopy(of: path).write(
          to: directory.file("copy.sqlite"),
          replacesExisting: false
        ) { _ in .proceed }
      case .import, .rehearse:
        var request = Deed.request(for: input)
        request.isDryRun = self == .rehearse
        _ = try Importer(path: path).run(request)
      case .importDatabase, .importLog, .importIndex:
        let suffix = [Deed.importLog: "-wal", .importIndex: "-shm"][self] ?? ""
        let request = Deed.request(for: path + suffix)
        refuses(try Importer(path: path).run(request))
      case .mapByDatabase, .mapByIndex:
        var request = Deed.request(for: input)
        request.mapping = .file(path + (self == .mapByIndex ? "-shm" : ""))
        refuses(try Importer(path: path).run(request))
      }
    }

    private static func request(for path: String) -> ImportRequest {
      var input = ImportInput(path: path)
      input.table = "t"
      return ImportRequest(inputs: [input])
    }

    private func refuses(_ body: @autoclosure () throws -> ImportReport) {
      #expect(throws: ImportError.self) { _ = try body() }
    }
  }

  private let scene: CommandScene
  private var path: String { scene.database }
  private let database: Database

  init() throws {
    scene = try CommandScene()
    database = try Database(path: scene.database)
    try database.execute("CREATE TABLE t (id TEXT PRIMARY KEY) STRICT")
    _ = try database.rows("SELECT * FROM t")
  }

  /// The locks of this process on a file, as the kernel lists them (proc(5), fdinfo).
  private func locks(_ suffix: String) throws -> Set<String> { try Self.locks(on: path + suffix) }

  private static func locks(on path: String) throws -> Set<String> {
    var wanted = stat()
    guard stat(path, &wanted) == 0 else { throw TestFailure("there is no \(path)") }
    var found: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      var opened = stat()
      guard stat("/proc/self/fd/\(name)", &opened) == 0, opened.st_ino == wanted.st_ino,
        opened.st_dev == wanted.st_dev
      else { continue }
      let text = try String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("lock:") {
        // Skip the number of the lock, which is only its position in the list.
        found.insert(line.split(separator: " ").dropFirst(1).joined(separator: " "))
      }
    }
    return found
  }

  @Test(arguments: Deed.allCases)
  func `nothing that a program does with its open file takes a lock of SQLite's away`(
    deed: Deed
  ) throws {
    let before = (file: try locks(""), index: try locks("-shm"))
    #expect(!before.file.isEmpty && !before.index.isEmpty)
    try deed.perform(on: path, in: scene.directory)
    #expect(try locks("") == before.file)
    #expect(try locks("-shm") == before.index)
  }

  @Test(arguments: Deed.allCases)
  func `another program that comes and goes takes no log away from one that has it open`(
    deed: Deed
  ) throws {
    try deed.perform(on: path, in: scene.directory)
    let other = try scene.run("query", path, "INSERT INTO t VALUES ('theirs')", "--write")
    #expect(other.status == 0, "\(other.errors)")
    #expect(access(path + "-wal", F_OK) == 0)
    try database.execute("INSERT INTO t VALUES ('ours')")
    let found = try scene.run("query", path, "SELECT id FROM t WHERE id IN ('ours', 'theirs')")
    #expect(found.output.contains("ours") && found.output.contains("theirs"), "\(found)")
  }

  @Test func `a reader of a file with a journal keeps its lock while its mode is looked at`()
    throws
  {
    try database.close()
    let location = try DatabaseLocation(path: path)
    let writer = try WriterConnection.open(location, mode: .dryRun)
    _ = try writer.firstValue("PRAGMA journal_mode = DELETE")
    let session = try ReadSession(path: path)
    try session.read { connection in
      _ = try connection.firstValue("SELECT * FROM t")
      let before = try locks("")
      #expect(!before.isEmpty)
      #expect(!location.isInWALMode)
      _ = try DatabaseSummary(path: path, migrations: nil, countsRows: true)
      #expect(try locks("") == before)
    }
  }

  /// A thread that creates the file must not close a descriptor that another thread may also have.
  @Test func `threads that open a new file at once keep their locks on it`() throws {
    for round in 0..<60 {
      let path = scene.directory.file("new-\(round).sqlite")
      let (gate, opened) = (Gate(), Recorder<Database>())
      let threads = (0..<4).map { _ in
        BackgroundThread {
          gate.wait()
          opened.record(try Database(path: path))
        }
      }
      gate.open()
      for thread in threads { try thread.join() }
      for database in opened.elements { _ = try database.rows("SELECT * FROM sqlite_schema") }
      #expect(try !Self.locks(on: path).isEmpty, "round \(round)")
      for database in opened.elements { try database.close() }
    }
  }
}
