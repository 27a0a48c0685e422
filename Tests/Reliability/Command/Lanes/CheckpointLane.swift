import ArgumentParser
import Glibc
import StateGraphSQLite

struct CheckpointLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "checkpoints",
    abstract:
      "Checks that only a process with the write lock moves pages from the log to the file.",
    discussion: """
      Four processes write so much to one file that SQLite moves the log to the file many times. \
      The lane kills some of the processes. Before a process writes a page to the database file, \
      it checks whether it holds the write lock or has exclusive access to the file. A page that \
      is written without either is a failure, because SQLite before 3.51.3 can then lose a commit \
      of another process.

      Example: reliability checkpoints --seconds 60
      """
  )

  private static let processCount = 4
  /// The output of the children in a round must fit into their pipes.
  private static let roundSeconds = 5

  @OptionGroup var options: LaneOptions

  @Option(help: "The duration in seconds, in rounds of five seconds.")
  var seconds = 5

  @Flag(help: "Also moves pages without the write lock. The lane must then fail.")
  var withoutLock = false

  func run() throws {
    var report = LaneReport(lane: "checkpoints", seed: options.seed)
    for name in Storm.counts.dropFirst() { report.count(name, 0) }
    try options.withDirectory { directory in
      for round in 0..<max(1, seconds / Self.roundSeconds) where report.isGood {
        try run(round: UInt64(round), in: directory, &report)
      }
    }
    if report.number("pages") == 0 { report.fail("no page was moved with the write lock") }
    let ungated = report.number("unlocked")
    if ungated > 0 {
      report.fail("\(ungated) pages were moved without the write lock\n  repeat with: \(command)")
    }
    try report.end()
  }

  private var command: String {
    "reliability checkpoints --seconds \(seconds) --seed \(options.seed)"
  }

  private func run(round: UInt64, in directory: String, _ report: inout LaneReport) throws {
    var random = SplitMix(seed: options.seed &+ round)
    let directory = try Directory.make(directory + "/place")
    try FileContents().replace(directory)
    let place = Place(directory: directory, seed: options.seed, busyTimeout: .seconds(30))
    try place.open(BankMigrations.first).close()
    var acknowledged = Array(repeating: 0, count: Self.processCount)
    var children = try (0..<Self.processCount).map { try start($0, after: 0, directory) }
    let end = ContinuousClock.now.advanced(by: .seconds(min(seconds, Self.roundSeconds)))
    while ContinuousClock.now < end {
      usleep(UInt32(50_000 + random.number(below: 200_000)))
      let index = random.number(below: Self.processCount)
      children[index].kill()
      acknowledged[index] = try finish(children[index], as: .signal(SIGKILL), &report)
      let found = try Storm.count(of: index, in: place)
      // A killed process may have made writes that it did not acknowledge.
      guard found >= acknowledged[index] else {
        report.fail(
          "process \(index) acknowledged \(acknowledged[index]) writes, the file has \(found)"
        )
        break
      }
      children[index] = try start(index, after: found, directory)
    }
    for child in children { child.stop() }
    for (index, child) in children.enumerated() {
      acknowledged[index] = try finish(child, as: .exit(0), &report)
      let found = try Storm.count(of: index, in: place)
      if found != acknowledged[index] {
        report.fail(
          "process \(index) acknowledged \(acknowledged[index]) writes, the file has \(found)"
        )
      }
    }
    try place.bank.check(place.open(nil), has: .exactly([]))
  }

  private func start(_ index: Int, after count: Int, _ directory: String) throws -> ChildProcess {
    let child = try ChildProcess(
      [
        "storm", "--index", "\(index)", "--after", "\(count)", "--seed", "\(options.seed)",
        "--directory", directory,
      ] + (withoutLock ? ["--without-lock"] : [])
    )
    guard child.nextLine() == "ready" else { throw Violation("a child process did not start") }
    return child
  }

  /// Reads the output of a child, and returns the number of writes it has acknowledged.
  private func finish(
    _ child: ChildProcess,
    as expected: ChildProcess.Ending,
    _ report: inout LaneReport
  ) throws -> Int {
    var last: [Int] = []
    while let line = child.nextLine() {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      if numbers.count == Storm.counts.count { last = numbers }
    }
    let ending = child.wait()
    guard ending == expected else { throw Violation("a child process ended with \(ending)") }
    for (name, number) in zip(Storm.counts, last) where name != Storm.counts[0] {
      report.count(name, number)
    }
    report.add(points: 1)
    return last.first ?? 0
  }
}
