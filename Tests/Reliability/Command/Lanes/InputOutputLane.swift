import ArgumentParser

struct InputOutputLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "io",
    abstract: "Fails every operation on files, below SQLite and below its file system.",
    discussion: """
      Every read, write, flush, truncation, lock, mapping and opening of every scenario fails \
      once, and then all from it on. The error has to be of the right kind, what threw has left \
      nothing and what returned is there, and the same objects have to go on when the fault is \
      gone.

      Example: reliability io --scenario write --fault full --persistent --at 3
      """
  )

  @OptionGroup var options: LaneOptions
  @OptionGroup var selection: FaultSelection

  @Option(help: "The only fault; all of them without it.")
  var fault: Fault?

  func run() throws {
    try selection.run(lane: "io", faults: fault.map { [$0] } ?? Fault.inputOutput, options)
  }
}

/// The scenarios to run, and the kinds of faults.
struct FaultSelection: ParsableArguments {
  @Option(help: "The only scenario; all of them without it.")
  var scenario: ScenarioName?

  @Flag(help: "Only faults that stay. Without this and --once, both kinds.")
  var persistent = false

  @Flag(help: "Only faults that come once.")
  var once = false

  func validate() throws {
    if persistent, once { throw ValidationError("--persistent and --once exclude each other.") }
  }

  func run(lane: String, faults: [Fault], _ options: LaneOptions) throws {
    var report = LaneReport(lane: lane, seed: options.seed)
    for name in ["failed", "survived"] { report.count(name, 0) }
    try options.withDirectory { directory in
      for fault in faults {
        var hitCount = try visit(fault, lane, options, directory, &report)
        if hitCount == 0, options.every > 1 {
          // A rare fault has few points, and the sample missed them: visit all of them.
          var options = options
          options.every = 1
          hitCount = try visit(fault, lane, options, directory, &report)
        }
        if hitCount == 0 { report.fail("\(fault.rawValue) was never hit") }
      }
    }
    try report.end()
  }

  /// Returns how often the fault happened.
  private func visit(
    _ fault: Fault,
    _ lane: String,
    _ options: LaneOptions,
    _ directory: String,
    _ report: inout LaneReport
  ) throws -> Int {
    var hitCount = 0
    for scenario in scenario.map({ [$0] }) ?? ScenarioName.ofOneThread {
      for persists in [false, true] where isWanted(fault, persists) {
        let tally = try run(scenario, fault, persists, options, directory)
        hitCount += tally[.failed] + tally[.survived] + tally.failures.count
        report.count("failed", tally[.failed])
        report.count("survived", tally[.survived])
        report.add(tally) { point in
          let part = lane == "io" ? " --fault \(fault.rawValue)" : ""
          return "reliability \(lane)\(part) --scenario \(scenario.rawValue)"
            + (persists ? " --persistent" : " --once") + " --seed \(options.seed) --at \(point)"
        }
      }
    }
    return hitCount
  }

  private func isWanted(_ fault: Fault, _ persists: Bool) -> Bool {
    persists ? fault.canPersist && !once : !persistent
  }

  private func run(
    _ scenario: ScenarioName,
    _ fault: Fault,
    _ persists: Bool,
    _ options: LaneOptions,
    _ directory: String
  ) throws -> Tally {
    var arguments = [
      "work", "--scenario", scenario.rawValue, "--fault", fault.rawValue,
      "--seed", "\(options.seed)", "--directory", directory,
    ]
    if persists { arguments.append("--persistent") }
    return try Supervisor(arguments: arguments, options: options).run()
  }
}
