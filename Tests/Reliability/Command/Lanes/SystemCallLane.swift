import ArgumentParser

struct SystemCallLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "syscalls",
    abstract: "Kills a process at every system call that SQLite makes.",
    discussion: """
      Every scenario runs in a child that dies before, after and within its first system call, its \
      second, and so on until none is left. What was acknowledged has to be in the file, everything \
      in it has to be whole, and whoever opens it next goes on.

      Example: reliability syscalls --scenario migrate --death before --at 40
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "The only scenario; all of them without it.")
  var scenario: ScenarioName?

  @Option(help: "The only moment; all of them without it.")
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
            report.fail("nobody died \(death.rawValue) a call of \(scenario.rawValue)")
          }
        }
      }
    }
    try report.end()
  }
}
