import Glibc
import StateGraphSQLite

/// One of those who share the file of a history: here or in a process of its own.
protocol ModelActor: AnyObject {
  func open() throws
  func close() throws
  /// Returns whether it was committed.
  func run(_ work: ModelWork) throws -> Bool
  /// Waits until it has been told of all that is committed, without asking.
  func hear() throws
  /// Compares what it was told with what the file has.
  func check() throws
}

/// Who has a database object, and where it follows a replica.
///
/// Used by one thread at a time.
final class LocalActor: ModelActor, @unchecked Sendable {
  // SAFETY: used by one thread at a time, each of which ends before the next begins.

  private let path: String
  private let follows: Bool
  private let durability: Durability
  private var replica: Replica?
  private var opened: Database?
  /// What former replicas were told.
  private var told = (rows: 0, reads: 0)

  init(path: String, follows: Bool, durability: Durability = .normal) {
    (self.path, self.follows, self.durability) = (path, follows, durability)
  }

  var database: Database {
    get throws {
      guard let opened else { throw Violation("a closed database was asked") }
      return opened
    }
  }

  func open() throws {
    let database = try Database.shared(path, durability: durability)
    opened = database
    if follows { replica = try Replica(database) }
  }

  func close() throws {
    try opened?.close()
    opened = nil
    told = counts
    replica = nil
  }

  /// How many times rows were told, and how many tables were read again.
  var counts: (rows: Int, reads: Int) {
    (told.rows + (replica?.toldCount ?? 0), told.reads + (replica?.readCount ?? 0))
  }

  func run(_ work: ModelWork) throws -> Bool { work.run(on: try database) }

  func hear() throws {
    guard replica != nil else { return }
    let deadline = ContinuousClock.now.advanced(by: .seconds(20))
    while try database.isBehind {
      guard ContinuousClock.now < deadline else {
        throw Violation("nobody told of a commit, for twenty seconds")
      }
      usleep(500)
    }
  }

  func check() throws {
    try replica?.check(database)
    let rows = try database.rows("SELECT n - (SELECT count(*) FROM journal) FROM tally")
    guard rows.first?[0] == .integer(0) else { throw Violation("a commit was lost: \(rows)") }
  }
}
