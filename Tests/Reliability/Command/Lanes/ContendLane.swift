import ArgumentParser

struct ContendLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contend",
    abstract: "Lets several processes write one file at the same time.",
    discussion: """
      Each commit increments a counter, inserts a row and changes a ring of rows. No commit may be \
      lost, no write may fail, and each writer must commit. In other scenes, as many further \
      processes follow the commits, while some writing processes are killed at random moments. In \
      the last scenes, one process is killed or stopped: while it holds the write lock, while it \
      waits for the lock, or while it does neither. The lane prints how long the other processes \
      waited. With --fair, the lane fails if the slowest writer made fewer than half as many \
      commits as the fastest, if a process waited longer than 250 ms, or if a process waited \
      longer than 100 ms after the holder of the write lock was killed.

      Example: reliability contend --processes 6 --seconds 5 --fair
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "The number of processes (default: 2, 6 and 12).")
  var processes: Int?

  @Option(help: "The number of threads in each process, in scenes in which all processes write.")
  var threads = 1

  @Option(help: "The number of seconds for which the processes of one scene write.")
  var seconds = 2

  @Flag(help: "Fails if the write lock was not fair. Needs a machine without other work.")
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
        if let complaint, fair {
          report.fail("\(complaint)\n  repeat with: \(again(place)) --fair")
        }
      } catch {
        report.fail("\(error)\n  repeat with: \(again(place))")
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
      guard outcome.slowest > 0 else { throw Violation("a writer made no commit") }
      if outcome.slowest * 2 < outcome.fastest {
        return "the slowest writer made fewer than half as many commits as the fastest"
      }
      return outcome.longestWaitMilliseconds > 250 ? "a writer waited for too long" : nil
    case .following(let count):
      var crowd = ContendCrowd(writerCount: count, seconds: seconds, followerCount: count)
      crowd.killsFrom = options.seed
      describe(try crowd.run(in: directory), &report)
      return nil
    case .scene(let scene):
      let wait = try scene.run(in: directory)
      report.count(scene == .killedHolder ? "killed" : "stopped", 1)
      tell("contend: \(scene.rawValue): the other processes waited for \(wait) ms")
      let limit = scene == .killedHolder ? 100 : 250
      return wait > limit ? "\(scene.rawValue): the other processes waited for too long" : nil
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
      words.append(
        "\(outcome.followers.count) followers received rows \(told) times, "
          + "and read the tables again \(reads) times"
      )
    }
    tell("contend: " + words.joined(separator: ", "))
  }
}
