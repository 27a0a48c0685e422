import Glibc
import StateGraphSQLite

/// A user of the shared file of a history, in this process or in another one.
protocol ModelActor: AnyObject {
  func open() throws
  func close() throws
  /// Returns whether the transaction was committed.
  func run(_ work: ModelWork) throws -> Bool
  /// Waits until the actor has observed all commits. Does not call `catchUp`.
  func hear() throws
  /// Compares the replica with the file.
  func check() throws
}

/// A database object of this process and, if the actor follows commits, a replica.
///
/// Used by one thread at a time.
final class LocalActor: ModelActor, @unchecked Sendable {
  // SAFETY: used by one thread at a time, and each thread ends before the next one starts.

  private let path: String
  private let follows: Bool
  private let durability: Durability
  private var replica: Replica?
  private var opened: Database?
  /// The counts of former replicas.
  private var told = (rows: 0, reads: 0)

  init(path: String, follows: Bool, durability: Durability = .normal) {
    (self.path, self.follows, self.durability) = (path, follows, durability)
  }

  var database: Database {
    get throws {
      guard let opened else { throw Violation("the database is closed") }
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

  /// The number of table changes with rows, and the number of reads.
  var counts: (rows: Int, reads: Int) {
    (told.rows + (replica?.toldCount ?? 0), told.reads + (replica?.readCount ?? 0))
  }

  func run(_ work: ModelWork) throws -> Bool { work.run(on: try database) }

  func hear() throws {
    guard replica != nil else { return }
    let deadline = ContinuousClock.now.advanced(by: .seconds(120))
    while try database.foreignCommits.isBehind(in: database) {
      guard ContinuousClock.now < deadline else {
        throw Violation("a commit was not observed within two minutes")
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
