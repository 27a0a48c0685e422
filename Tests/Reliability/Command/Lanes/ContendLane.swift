import ArgumentParser

struct ContendLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contend",
    abstract: "Has several processes share one file for all they are worth.",
    discussion: """
      Every commit adds one to a counter that it has read, leaves a row, and turns a ring: no \
      commit may be lost, no write may fail, and nobody may starve. Then the same while others are \
      killed at random moments and as many processes follow what is committed; and processes are \
      killed and stopped with the write lock, in its queue and without it. How long others waited is \
      printed: with --fair it fails where the slowest process made less than half as many commits \
      as the fastest, or somebody waited for a quarter of a second, or for a tenth of one behind \
      a process that was killed.

      Example: reliability contend --processes 6 --seconds 5 --fair
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "How many processes; 2, 6 and 12 without it.")
  var processes: Int?

  @Option(help: "How many threads each of them has, in the scenes in which all write.")
  var threads = 1

  @Option(help: "For how long each number of them writes.")
  var seconds = 2

  @Flag(help: "Fails where the write lock was not fair: for a machine that has nothing else to do.")
  var fair = false

  func validate() throws {
    guard 1...64 ~= processes ?? 1 else { throw ValidationError("--processes is from 1 to 64.") }
    guard 1...15 ~= threads else { throw ValidationError("--threads is from 1 to 15.") }
    guard 1...86_400 ~= seconds else { throw ValidationError("--seconds is 1 or more.") }
  }

  private enum Visit {
    case writing(Int)
    case following(Int)
    case scene(ContendScene)
  }

  func run() throws {
    let counts = processes.map { [$0] } ?? [2, 6, 12]
    let visits =
      counts.flatMap { [Visit.writing($0), .following($0)] }
      + ContendScene.allCases.map(Visit.scene)
    var report = LaneReport(lane: "contend", seed: options.seed)
    for name in ["commits", "followed", "killed", "stopped"] { report.count(name, 0) }
    let first = options.at ?? 1
    for place in stride(from: first, through: options.at ?? visits.count, by: options.every) {
      guard place <= visits.count else { continue }
      report.add(points: 1)
      do {
        let complaint = try options.withDirectory { try run(visits[place - 1], in: $0, &report) }
        if let complaint, fair { report.fail("\(complaint)\n  again: \(again(place)) --fair") }
      } catch {
        report.fail("\(error)\n  again: \(again(place))")
      }
    }
    try report.end()
  }

  private func again(_ place: Int) -> String {
    let processes = processes.map { " --processes \($0)" } ?? ""
    let place = "--threads \(threads) --seconds \(seconds) --seed \(options.seed) --at \(place)"
    return "reliability contend\(processes) \(place)"
  }

  /// Returns a description of an unfair wait, or nil.
  private func run(
    _ visit: Visit,
    in directory: String,
    _ report: inout LaneReport
  ) throws -> String? {
    switch visit {
    case .writing(let count):
      var crowd = ContendCrowd(writerCount: count, seconds: seconds)
      crowd.threadCount = threads
      let outcome = try crowd.run(in: directory)
      describe(outcome, &report)
      guard outcome.slowest > 0 else { throw Violation("a process was starved") }
      if outcome.slowest * 2 < outcome.fastest { return "the slowest is not half as fast" }
      return outcome.longestWaitMilliseconds > 250 ? "somebody waited for too long" : nil
    case .following(let count):
      var crowd = ContendCrowd(writerCount: count, seconds: seconds, followerCount: count)
      crowd.killsFrom = options.seed
      describe(try crowd.run(in: directory), &report)
      return nil
    case .scene(let scene):
      let wait = try scene.run(in: directory)
      report.count(scene == .killedHolder ? "killed" : "stopped", 1)
      tell("contend: \(scene.rawValue): others waited for \(wait) ms")
      let limit = scene == .killedHolder ? 100 : 250
      return wait > limit ? "\(scene.rawValue): others waited for too long" : nil
    }
  }

  private func describe(_ outcome: ContendCrowd.Outcome, _ report: inout LaneReport) {
    report.count("commits", outcome.commitCount)
    report.count("killed", outcome.killedCount)
    report.count("followed", outcome.followers.map(\.toldCount).reduce(0, +))
    var words = [
      "\(outcome.writers.count) writers", "\(outcome.commitCount / seconds) commits/s",
      "slowest \(outcome.slowest)", "fastest \(outcome.fastest)",
      "longest wait \(outcome.longestWaitMilliseconds) ms",
    ]
    if !outcome.followers.isEmpty {
      let reads = outcome.followers.map(\.readCount).reduce(0, +)
      let told = outcome.followers.map(\.toldCount).reduce(0, +)
      words.append("\(outcome.followers.count) followers were told \(told) times, read \(reads)")
    }
    tell("contend: " + words.joined(separator: ", "))
  }
}
