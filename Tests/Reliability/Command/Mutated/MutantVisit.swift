import Glibc
import StateGraphImport
import StateGraphSQLite
import StateGraphTools

/// Uses one mutant with every feature that reads or writes files of other programs.
struct MutantVisit {
  let origin: MutantOrigin
  let mutant: Mutant
  let directory: String
  let seed: UInt64

  enum Outcome: String {
    /// The file could not be opened for writing.
    case refused
    /// A later read or write failed.
    case damaged
    /// No operation failed.
    case survived
  }

  /// The maximum number of rows to read of a table. A damaged tree may contain a cycle.
  private static let rowLimit = 20_000
  private static let residentBytesLimit = 64 << 20
  /// Codes that damage of a file must not cause. SQLite may run out of memory if a header makes it
  /// request more than the limit.
  private static let wrongCodes: Set<DatabaseError.Code> = [.busy, .closed, .deletedEntity]

  /// - Throws: ``Violation`` if the library violates a guarantee.
  func run() throws -> Outcome {
    try mutant.files.replace(directory)
    let descriptorCount = Directory.openDescriptorCount
    let memory = ResidentMemory()
    let start = (wall: ContinuousClock.now, processor: processorMicroseconds())
    let outcome = try use()
    tell("microseconds \((ContinuousClock.now - start.wall).microseconds)")
    let milliseconds = (processorMicroseconds() - start.processor) / 1_000
    // Processor time, since the machine may have other work.
    guard milliseconds <= 1_000 else { throw Violation("the calls took \(milliseconds) ms") }
    guard let grown = memory.grownBytes, grown <= Self.residentBytesLimit else {
      throw Violation("the resident memory grew by \(memory.grownBytes ?? 0) bytes")
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
      // SQLite rolls an interrupted transaction back before the library can check the file, and a
      // migration that fails in the middle of a log has already written.
      let hasBegun = isToBeMigrated || before.files[name + "-journal"] != nil
      if !hasBegun { try expect(withoutRemovedSharing(before), "a refused opening") }
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

  // MARK: - Permitted results

  private var path: String { Place(directory: directory, seed: seed).path }
  private var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// Runs `body`. Returns nil if it failed in a permitted way.
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
        return .failure(Violation("\(what): an error with the wrong code, \(error.code): \(error)"))
      }
      return .success(nil)
    } catch is InspectionError {
      isSound = false
      return .success(nil)
    } catch is Violation {
      // A check of the bank found a missing row.
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

  /// The files, without the index of the log. Every process that opens the log rebuilds the index.
  private func contents() throws -> FileContents {
    try FileContents(of: directory) { !$0.hasSuffix("-shm") }
  }

  /// Returns `files` without the sharing file, if it is not in the folder now. The last process that
  /// closes a database removes this file, which contains locks and no data.
  private func withoutRemovedSharing(_ files: FileContents) throws -> FileContents {
    var files = files
    if try contents().files[name + "-sharing"] == nil { files.files[name + "-sharing"] = nil }
    return files
  }

  private func expect(_ before: FileContents, _ what: String) throws {
    let after = try contents()
    guard after != before else { return }
    let names = Set(before.files.keys).union(after.files.keys)
    let changed = names.filter { before.files[$0] != after.files[$0] }.sorted()
    throw Violation("\(what) changed \(changed.joined(separator: ", "))")
  }
}

/// The processor time of all threads of this process, in microseconds.
private func processorMicroseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

extension Duration {
  fileprivate var microseconds: Int { Int(self / .microseconds(1)) }
}
