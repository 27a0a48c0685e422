import ArgumentParser
import Dispatch
import Glibc
import StateGraphSQLite
import Synchronization

/// A child process that shares a file with other processes.
struct ContendWriter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contend-writer",
    shouldDisplay: false
  )

  enum Role: String, ExpressibleByArgument {
    /// Commits as fast as possible.
    case writes
    /// Starts a commit, and stops while it holds the write lock.
    case holds
    /// Makes one commit, and prints that it waits for it.
    case waits
    /// Stops between two commits.
    case idles
    /// Counts the commits of other processes.
    case follows
  }

  @Argument var role: Role
  @Option var path: String
  @Option var writer = 0
  /// The path of a file. The process waits until the file exists.
  @Option var gate: String?
  @Option var seconds: Int?
  @Option var commits = Int.max
  /// The number of writing threads. Each has its own writer number.
  @Option var threads = 1
  /// The seed of a wall clock that jumps before every commit. Nil without jumps.
  @Option var clockSeed: UInt64?
  /// Prints a line for every commit.
  @Flag var acknowledges = false

  func run() throws {
    let clock = try clockSeed.map(JumpingClock.init)
    // On a busy machine, the processes of a scene start seconds apart.
    let database = try Database.shared(path, busyTimeout: .seconds(30))
    switch role {
    case .writes: writeOnThreads(to: database, clock)
    case .holds:
      try ContendFile.commit(to: database, writer: writer, number: 0) {
        tell("holding")
        raise(SIGSTOP)
      }
      tell("done")
    case .waits:
      var result = ContendResult()
      let start = ContinuousClock.now
      tell("waiting")
      try ContendFile.commit(to: database, writer: writer, number: 0) {
        result.waited(ContinuousClock.now - start)
      }
      result.commitCount = 1
      tell(result.line)
    case .idles:
      try ContendFile.commit(to: database, writer: writer, number: 0)
      tell("idle")
      raise(SIGSTOP)
      try ContendFile.commit(to: database, writer: writer, number: 1)
      tell("done")
    case .follows:
      let follower = try ContendFollower(database)
      tell("ready")
      while !follower.hasEnded { usleep(1_000) }
      tell(try database.write { try follower.result.line })
    }
    try database.close()
  }

  /// Prints a result for each thread, in the order of the threads.
  private func writeOnThreads(to database: Database, _ clock: JumpingClock?) {
    tell("ready")
    if let gate { while access(gate, F_OK) != 0 { usleep(500) } }
    let end = ContinuousClock.now.advanced(by: .seconds(seconds ?? 86_400))
    let results = Mutex(Array(repeating: ContendResult(), count: threads))
    let group = DispatchGroup()
    for thread in 0..<threads {
      DispatchQueue(label: "writer \(thread)").async(group: group) {
        let result = write(to: database, until: end, as: writer * threads + thread, clock)
        results.withLock { $0[thread] = result }
      }
    }
    group.wait()
    for result in results.withLock({ $0 }) { tell(result.line) }
  }

  private func write(
    to database: Database,
    until end: ContinuousClock.Instant,
    as writer: Int,
    _ clock: JumpingClock?
  ) -> ContendResult {
    var result = ContendResult()
    while result.commitCount < commits {
      clock?.jump()
      let start = ContinuousClock.now
      // On a busy machine, a thread can begin after the end. It still makes one commit.
      guard start < end || result.commitCount == 0 else { break }
      do {
        try ContendFile.commit(to: database, writer: writer, number: result.commitCount) {
          result.waited(ContinuousClock.now - start)
        }
        result.commitCount += 1
        if acknowledges { tell("committed") }
      } catch {
        result.failureCount += 1
        tell("after \((ContinuousClock.now - start).milliseconds) ms: \(error)", descriptor: 2)
        // A writer gives up after three failures, so that the others can continue.
        if result.failureCount >= 3 { break }
      }
    }
    return result
  }
}

/// The result of one writer.
struct ContendResult {
  var commitCount = 0
  var failureCount = 0
  private(set) var longestWaitMilliseconds = 0

  init() {}

  mutating func waited(_ duration: Duration) {
    longestWaitMilliseconds = max(longestWaitMilliseconds, duration.milliseconds)
  }

  var line: String { "wrote \(commitCount) \(failureCount) \(longestWaitMilliseconds)" }

  init?(_ line: String) {
    guard let numbers = integers(behind: "wrote", 3, in: line) else { return nil }
    (commitCount, failureCount, longestWaitMilliseconds) = (numbers[0], numbers[1], numbers[2])
  }
}

extension Duration {
  /// Rounded down.
  var milliseconds: Int { Int(self / .milliseconds(1)) }
}
