import ArgumentParser

struct InputOutputLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "io",
    abstract:
      "Lets each operation on files fail, in SQLite's file system layer or in a system call.",
    discussion: """
      In each scenario, each read, write, flush, truncation, lock, mapping and opening of a file \
      fails: in one run only this operation, in another run also all later ones. The error must \
      have the right code. A call that threw an error must leave no changes, and the changes of a \
      call that returned must be in the file. The same objects must work again after the fault.

      Example: reliability io --scenario write --fault full --persistent --at 3
      """
  )

  @OptionGroup var options: LaneOptions
  @OptionGroup var selection: FaultSelection

  @Option(help: "Injects only this fault.")
  var fault: Fault?

  func run() throws {
    try selection.run(lane: "io", faults: fault.map { [$0] } ?? Fault.inputOutput, options)
  }
}

/// The scenarios to run, and the kinds of faults.
struct FaultSelection: ParsableArguments {
  @Option(help: "Visits only this scenario.")
  var scenario: ScenarioName?

  @Flag(help: "Injects only faults that persist. Without this and --once, both kinds.")
  var persistent = false

  @Flag(help: "Injects only faults that happen once.")
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
