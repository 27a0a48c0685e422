import Dispatch
import Glibc
import StateGraphSQLite
import Synchronization

/// Threads that read and write one file for a given time.
final class SoakLoad: Sendable {
  private struct Cancelled: Error {}

  /// The pause between writes. It limits the growth of a log that a snapshot keeps from being
  /// truncated.
  private static let pauseMicroseconds: UInt32 = 500
  /// The longest pause of a reader between two reads. SQLite cannot overwrite the start of the log
  /// while it has a reader at all times.
  private static let longestPauseMicroseconds = 4_000
  private static let longestSnapshotSeconds = 30

  private let database: Database
  private let directory: String
  private let path: String
  private let seed: UInt64
  private let start = ContinuousClock.now
  private let seconds: Int
  private let commits = Atomic(0)
  private let reads = Atomic(0)
  private let snapshotReads = Atomic(0)
  private let found = Mutex<[String]>([])

  init(_ place: Place, seconds: Int) throws {
    database = try place.open(BankMigrations.first)
    directory = place.directory
    path = place.path
    seed = place.bank.seed
    self.seconds = seconds
  }

  var commitCount: Int { commits.load(ordering: .relaxed) }
  var readCount: Int { reads.load(ordering: .relaxed) }
  var readsInSnapshot: Int { snapshotReads.load(ordering: .relaxed) }
  var failures: [String] { found.withLock { $0 } }

  func close() throws { try database.close() }

  /// Runs the threads until the time is over. `sample` is called between commits, on the writing
  /// thread.
  func run(readerCount: Int, sample: (SoakSample) -> Void) {
    let group = DispatchGroup()
    for reader in 0..<readerCount {
      DispatchQueue(label: "reader \(reader)").async(group: group) { [self] in
        var random = SplitMix(seed: seed &+ UInt64(reader) &+ 1)
        noting {
          while isBefore(.seconds(seconds)) {
            try read(&random)
            usleep(UInt32(random.number(below: Self.longestPauseMicroseconds)))
          }
        }
      }
    }
    DispatchQueue(label: "snapshot").async(group: group) { [self] in noting { try holdSnapshot() } }
    var random = SplitMix(seed: seed)
    var next = start
    noting {
      while isBefore(.seconds(seconds)) {
        try write(&random)
        usleep(Self.pauseMicroseconds)
        guard ContinuousClock.now >= next else { continue }
        sample(SoakSample(ofLogAt: path))
        next = .now.advanced(by: .milliseconds(100))
      }
    }
    group.wait()
  }

  private func isBefore(_ time: Duration) -> Bool {
    start.duration(to: .now) < time && found.withLock(\.isEmpty)
  }

  private func noting(_ body: () throws -> Void) {
    do { try body() } catch { found.withLock { $0.append("\(error)") } }
  }

  private func write(_ random: inout SplitMix) throws {
    let (source, target) = (
      random.number(below: Bank.accountCount), random.number(below: Bank.accountCount)
    )
    let amount = random.number(below: 100)
    let customer = "c\(random.number(below: 2_000))"
    let isUndone = random.number(below: 10) == 0
    do {
      try database.write {
        try database.execute(
          "UPDATE accounts SET balance = balance - \(amount) WHERE id = \(source)"
        )
        try database.execute(
          "INSERT OR REPLACE INTO customers (id, name) VALUES (\(customer), \("n\(amount)"))"
        )
        if isUndone { throw Cancelled() }
        try database.execute(
          "UPDATE accounts SET balance = balance + \(amount) WHERE id = \(target)"
        )
      }
      commits.add(1, ordering: .relaxed)
    } catch is Cancelled {}
  }

  private func read(_ random: inout SplitMix) throws {
    try database.read {
      try checkSum(of: database)
      // A longer read, during which SQLite cannot overwrite the start of the log.
      if random.number(below: 500) == 0 { usleep(20_000) }
      try checkSum(of: database)
    }
    // A second database object of the same file, with its own connections.
    if random.number(below: 200) == 0 {
      let place = Place(directory: directory, seed: seed, busyTimeout: .seconds(30))
      let other = try place.open(nil)
      try checkSum(of: other)
      try other.close()
    }
    reads.add(1, ordering: .relaxed)
  }

  /// Holds a read from the first fifth of the time for another fifth, and checks that its rows do
  /// not change.
  private func holdSnapshot() throws {
    while isBefore(.milliseconds(200 * seconds)) { usleep(1_000) }
    let heldSeconds = min(Self.longestSnapshotSeconds, max(1, seconds / 5))
    try database.read {
      let before = try database.rows("SELECT * FROM accounts ORDER BY id").map(\.values)
      let end = ContinuousClock.now.advanced(by: .seconds(heldSeconds))
      repeat {
        usleep(10_000)
        let now = try database.rows("SELECT * FROM accounts ORDER BY id").map(\.values)
        guard now == before else { throw Violation("the rows of a snapshot changed") }
        snapshotReads.add(1, ordering: .relaxed)
      } while ContinuousClock.now < end && isBefore(.seconds(seconds))
    }
  }

  private func checkSum(of database: Database) throws {
    let sum = try database.rows("SELECT sum(balance) FROM accounts").first?.values.first
    guard sum == .integer(Int64(Bank.accountCount * Bank.openingBalance)) else {
      throw Violation("the sum of the accounts is \(String(describing: sum))")
    }
  }
}
