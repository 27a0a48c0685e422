import SampleDomains
import StateGraphPersistence
import TestSupport

/// A database with the operations of a history, and the expected state of each object that the
/// history keeps.
final class ModelWorld {
  typealias Rows = [[SQLiteValue]]

  /// An object that the history keeps, with its expected state.
  struct Held {
    enum Status { case live, deleted, detached, found, added }

    let kind: Kind
    let number: Int
    let entity: any Modelled
    let serial: Int
    /// The status at the end of the previous step. `found` and `added` occur only within a step.
    var status: Status
    /// The expected values of the properties; nil while they are uncertain.
    var image: [SQLiteValue]?

    func isOfSameRow(as add: Addition) -> Bool { add.kind == kind && add.number == number }
  }

  struct Addition {
    let kind: Kind
    let number: Int
    let serial: Int
  }

  private let directory: TemporaryDirectory
  private let inMemory: Bool
  private(set) var database: Database
  private(set) var stores: Stores
  /// A connection that reads committed rows, and shares nothing with the database but the file. Nil
  /// in memory.
  private(set) var oracle: Connection?
  /// Nil after a reopening, so that nothing is loaded.
  private var watch: ModelWatch?
  let failures = Recorder<any Error>()
  var held: [Int: Held] = [:]

  // The state of the running step.
  var problems: [String] = []
  /// The additions so far that were not rolled back.
  var additions: [Addition] = []
  /// All additions so far, including those that were rolled back.
  var attemptedAdditions: [Addition] = []
  var changeCount = 0
  /// Whether a row may have been deleted and inserted again unobserved.
  var mayHaveDeleted = false
  private var serial = 0

  init(inMemory: Bool) throws {
    self.inMemory = inMemory
    directory = try TemporaryDirectory()
    (database, oracle) = try ModelWorld.open(directory, inMemory, failures)
    stores = try Stores(database)
    watch = ModelWatch(stores)
  }

  private static func open(
    _ directory: TemporaryDirectory,
    _ inMemory: Bool,
    _ failures: Recorder<any Error>
  ) throws -> (Database, Connection?) {
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { failures.record($0) }
    let path = inMemory ? ":memory:" : directory.file("model.sqlite")
    let database = try Database(
      path: path,
      migrations: .directory(PackageRoot.migrations),
      configuration: configuration
    )
    guard !inMemory else { return (database, nil) }
    return (database, try Connection.open(DatabaseLocation(path: path), mode: .reader))
  }

  /// Performs the operation and compares. Returns the problems.
  func step(_ operation: Operation) throws -> [String] {
    (problems, additions, attemptedAdditions) = ([], [], [])
    (changeCount, mayHaveDeleted) = (0, false)
    switch operation {
    case .reopen: try reopen()
    case .observeAgain: observeAgain()
    case .change, .write:
      perform(operation)
      try compareAfterStep()
      if let watch { problems += try watch.problems(rows) } else { observeAgain() }
    }
    for error in failures.drain() { expectHarmless(error) }
    return problems
  }

  /// Opens the database again, without observed nodes. A write that follows therefore finds nothing
  /// loaded.
  private func reopen() throws {
    guard !inMemory else { return }
    held = [:]
    watch?.stop()
    watch = nil
    oracle = nil
    try database.close()
    (database, oracle) = try ModelWorld.open(directory, inMemory, failures)
    stores = try Stores(database)
  }

  private func observeAgain() {
    watch?.stop()
    watch = ModelWatch(stores)
  }

  func newSerial() -> Int {
    serial += 1
    return serial
  }

  /// The rows of a query as this thread must see them: those of its own write, or of the last
  /// commit.
  func rows(_ sql: SQL) throws -> Rows {
    if let oracle, !database.isWriting { return try oracle.rows(sql).map(\.values) }
    return try database.rows(sql).map(\.values)
  }

  func dump() throws -> [Rows] {
    try Kind.allCases.map { try rows($0.type.selection) }
  }

  func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
    if !isTrue { problems.append(problem()) }
  }

  /// A refused statement is part of a history. Any other error is a defect.
  func expectHarmless(_ error: any Error) {
    let harmless: [DatabaseError.Code] = [.constraint, .deletedEntity, .interrupted, .misuse]
    guard let error = error as? DatabaseError else {
      return expect(error is Stop, "an unknown error: \(error)")
    }
    expect(harmless.contains(error.code), "an error that nothing explains: \(error)")
  }
}
