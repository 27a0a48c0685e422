import ArgumentParser

struct SystemCallLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "syscalls",
    abstract: "Kills a process at each system call that SQLite makes.",
    discussion: """
      Each scenario runs in child processes. The first child dies before, after or within its \
      first system call, the next child at its second call, and so on until the scenario ends \
      before that call. Each acknowledged write must be in the file. Each write, migration and \
      batch must be complete or absent. The next process must be able to continue.

      Example: reliability syscalls --scenario migrate --death before --at 40
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "Visits only this scenario.")
  var scenario: ScenarioName?

  @Option(help: "Kills processes only at this moment, relative to the system call.")
  var death: Death?

  func run() throws {
    var report = LaneReport(lane: "syscalls", seed: options.seed)
    report.count("killed", 0)
    try options.withDirectory { directory in
      for scenario in scenario.map({ [$0] }) ?? ScenarioName.ofOneThread {
        for death in death.map({ [$0] }) ?? Death.allCases {
          let tally = try Supervisor(
            arguments: [
              "deaths", "--scenario", scenario.rawValue, "--death", death.rawValue,
              "--seed", "\(options.seed)", "--directory", directory,
            ],
            options: options
          ).run()
          report.count("killed", tally[.failed])
          report.add(tally) { point in
            "reliability syscalls --scenario \(scenario.rawValue) --death \(death.rawValue) "
              + "--seed \(options.seed) --at \(point)"
          }
          if tally[.failed] == 0 {
            report.fail("no process died \(death.rawValue) a system call of \(scenario.rawValue)")
          }
        }
      }
    }
    try report.end()
  }
}
