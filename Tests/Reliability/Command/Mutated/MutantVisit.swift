import Glibc
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// Looks at one mutant by everything that reads and writes files of others.
struct MutantVisit {
  let origin: MutantOrigin
  let mutant: Mutant
  let directory: String
  let seed: UInt64

  enum Outcome: String {
    /// It could not be opened to be written.
    case refused
    /// Something could not be read or written later.
    case damaged
    /// Nobody noticed.
    case survived
  }

  /// Rows of a table, of which a damaged tree may have more than anybody can wait for.
  private static let rowLimit = 20_000
  private static let residentBytesLimit = 64 << 20
  /// What a file cannot be to blame for. SQLite is out of memory where a header makes it ask for
  /// more than there may be.
  private static let wrongCodes: Set<DatabaseError.Code> = [.busy, .closed, .deletedEntity]

  /// - Throws: What was violated.
  func run() throws -> Outcome {
    try mutant.files.replace(directory)
    let descriptorCount = Directory.openDescriptorCount
    let memory = ResidentMemory()
    let start = (wall: ContinuousClock.now, processor: processorMicroseconds())
    let outcome = try use()
    tell("microseconds \((ContinuousClock.now - start.wall).microseconds)")
    let milliseconds = (processorMicroseconds() - start.processor) / 1_000
    // Of the processor, for the machine may have other things to do.
    guard milliseconds <= 1_000 else { throw Violation("it took \(milliseconds) ms") }
    guard let grown = memory.grownBytes, grown <= Self.residentBytesLimit else {
      throw Violation("it took \(memory.grownBytes ?? 0) bytes of memory")
    }
    guard Directory.openDescriptorCount == descriptorCount else {
      throw Violation("a descriptor was not closed")
    }
    return outcome
  }

  private func use() throws -> Outcome {
    var isSound = true
    var isToBeMigrated = false
    try unchanged("an inspection") {
      let summary = noting("summary", &isSound) {
        try DatabaseSummary(path: path, migrations: origin.migrations, countsRows: true)
      }
      let known = try origin.migrations.load().count
      if let applied = try summary.get()?.migrations { isToBeMigrated = applied.count < known }
    }
    try unchanged("a check") {
      let check = DatabaseCheck(path: path, migrations: origin.migrations, isQuick: false)
      let report = noting("check", &isSound) { try check.run() }
      if try report.get()?.damage.isEmpty == false { isSound = false }
    }
    let place = Place(directory: directory, seed: seed)
    let before = try contents()
    let opening = noting("opening", &isSound) { try place.open(origin.migrations) }
    guard let database = try opening.get() else {
      // What was interrupted is undone before it is known whose the file is, and a migration that
      // fails in the middle of a log has begun to write.
      let hasBegun = isToBeMigrated || before.files[name + "-journal"] != nil
      if !hasBegun { try expect(before, "a refusal") }
      return .refused
    }
    try read(database, &isSound)
    _ = try noting("a write", &isSound) { try origin.write(to: database, seed: seed) }.get()
    _ = try noting("a read", &isSound) {
      try database.rows("SELECT count(*) FROM stategraph_migrations")
    }.get()
    _ = try noting("closing", &isSound) { try database.close() }.get()
    return isSound ? .survived : .damaged
  }

  private func read(_ database: Database, _ isSound: inout Bool) throws {
    let names = try noting("the schema", &isSound) {
      try database.rows(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') LIMIT 100"
      ).compactMap { row in if case .text(let name) = row[0] { name } else { nil } }
    }.get()
    for name in names ?? [] {
      _ = try noting("a table", &isSound) {
        try database.rows("SELECT * FROM \(table: name) LIMIT \(Self.rowLimit)").count
      }.get()
    }
  }

  // MARK: - What may come of it

  private var path: String { Place(directory: directory, seed: seed).path }
  private var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// Nil where `body` failed as it may.
  private func noting<Value>(
    _ what: String,
    _ isSound: inout Bool,
    _ body: () throws -> Value
  ) -> Result<Value?, Violation> {
    do {
      return .success(try body())
    } catch let error as DatabaseError {
      isSound = false
      guard !Self.wrongCodes.contains(error.code) else {
        return .failure(Violation("\(what): of a wrong kind, \(error.code): \(error)"))
      }
      return .success(nil)
    } catch is InspectionError {
      isSound = false
      return .success(nil)
    } catch is Violation {
      // The bank has missed a row.
      isSound = false
      return .success(nil)
    } catch {
      return .failure(Violation("\(what): an error without a code: \(error)"))
    }
  }

  private func unchanged(_ what: String, _ body: () throws -> Void) throws {
    let before = try contents()
    try body()
    try expect(before, what)
  }

  /// The index of a log is no file: it is made by whoever has the log.
  private func contents() throws -> FileContents {
    try FileContents(of: directory) { !$0.hasSuffix("-shm") }
  }

  private func expect(_ before: FileContents, _ what: String) throws {
    let after = try contents()
    guard after != before else { return }
    let names = Set(before.files.keys).union(after.files.keys)
    let changed = names.filter { before.files[$0] != after.files[$0] }.sorted()
    throw Violation("\(what) has changed \(changed.joined(separator: ", "))")
  }
}

/// Of all threads of this process.
private func processorMicroseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

extension Duration {
  fileprivate var microseconds: Int { Int(self / .microseconds(1)) }
}
