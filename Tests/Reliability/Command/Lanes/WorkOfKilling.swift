import ArgumentParser
import Glibc
import StateGraphSQLite

extension ScenarioName {
  /// The scenarios in which processes are killed.
  static let killed: [ScenarioName] = [.write, .migrate, .import, .create]
}

/// A child process that kills its own children.
struct WorkOfKilling: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "kills", shouldDisplay: false)

  /// The number of children that write to one file, one after another.
  private static let generations = 20
  /// The number of records to import. The import takes longer than the lifetime of a child.
  private static let recordCount = 1_000
  private static let delays = 500..<30_000

  @Option var seed: UInt64
  @Option var directory: String
  @Option var count: Int
  @OptionGroup var range: PointRange

  func run() throws {
    let lane = directory
    let directory = try Directory.make(lane + "/place")
    try FileContents().replace(directory)
    var start: [ScenarioName: FileContents] = [:]
    for scenario in ScenarioName.killed {
      try FileContents().replace(directory)
      start[scenario] = try scenario.type.start.make(in: directory, seed: seed, keptBeside: lane)
    }
    var lastWrite: Int?
    for point in stride(from: range.from, through: range.to ?? count, by: range.every) {
      var random = SplitMix(seed: seed &+ UInt64(point))
      // On average, four of seven children write.
      let scenario = ScenarioName.killed[max(0, random.number(below: 7) - 3)]
      let previous = scenario == .write && point % Self.generations != 0 ? lastWrite : nil
      lastWrite = nil
      tell("point \(point)")
      range.tellOutcome {
        if previous == nil { try (start[scenario] ?? FileContents()).replace(directory) }
        let first = (previous ?? StartingFiles.writeCount) + 1
        let delay = Self.delays.lowerBound + random.number(below: Self.delays.count)
        let (done, ending) = try kill(arguments(scenario, first, directory), after: delay)
        for _ in done { tell("outcome acknowledged") }
        if ending == .signal(SIGKILL) { tell("outcome killed-\(scenario.rawValue)") }
        let place = Place(directory: directory, seed: seed, recordCount: Self.recordCount)
        if scenario == .write {
          lastWrite = try check(place, from: first, done)
        } else {
          try scenario.type.init(place).verify(.atLeast(done))
        }
        return ending == .exit(0) ? .survived : .failed
      }
    }
  }

  private func arguments(_ scenario: ScenarioName, _ first: Int, _ directory: String) -> [String] {
    let common = ["--seed", "\(seed)", "--directory", directory]
    if scenario == .write { return ["live", "--first", "\(first)"] + common }
    let records = ["--records", "\(Self.recordCount)"]
    return ["die", "--scenario", scenario.rawValue, "--death", "before", "--at", "0"] + common
      + records
  }

  /// Kills a child after a number of microseconds, and returns the writes that it acknowledged.
  private func kill(
    _ arguments: [String],
    after delay: Int
  ) throws -> (done: [Int], ChildProcess.Ending) {
    let child = try ChildProcess(arguments)
    guard child.nextLine() == "ready" else { throw Violation("the child process did not start") }
    usleep(UInt32(delay))
    child.kill()
    let done = child.acknowledgedNumbers()
    let ending = child.wait()
    guard ending == .signal(SIGKILL) || ending == .exit(0) else {
      throw Violation("the process ended with \(ending)")
    }
    return (done, ending)
  }

  private func check(_ place: Place, from first: Int, _ done: [Int]) throws -> Int {
    let acknowledged = done.last ?? first - 1
    let start = ContinuousClock.now
    let database = try place.open(BankMigrations.first)
    let opening = start.duration(to: .now).components
    tell("microseconds \(opening.seconds * 1_000_000 + opening.attoseconds / 1_000_000_000_000)")
    let last = try place.bank.check(database, has: .through(acknowledged...acknowledged + 1))
    try database.close()
    return last
  }
}

/// A child process that writes until it is killed, and reopens its file after every few writes.
struct Live: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "live", shouldDisplay: false)

  private static let writesPerOpening = 6

  @Option var first: Int
  @Option var seed: UInt64
  @Option var directory: String

  func run() throws {
    let place = Place(directory: directory, seed: seed) { tell("done \($0)") }
    tell("ready")
    var number = first
    // The parent kills the process long before the last round.
    for _ in 0..<1_000 {
      let database = try place.open(BankMigrations.first)
      for _ in 0..<Self.writesPerOpening {
        try place.write(number, to: database)
        number += 1
      }
      try database.close()
    }
  }
}
