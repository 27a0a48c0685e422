import ArgumentParser

struct KillLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "Kills a process at random moments.",
    discussion: """
      A child process writes and reopens its file, migrates, imports or creates a file. SIGKILL \
      ends it up to 30 ms after its start. The lane opens and checks the file, and the next \
      process continues with it. Each acknowledged write must be in the file. A repeated import \
      must have the same result as an uninterrupted one. The moment of a kill depends on the \
      machine: the same seed kills at approximately the same moment.

      Example: reliability kill --count 1000
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "The number of child processes.")
  var count = 1_000

  func run() throws {
    var report = LaneReport(lane: "kill", seed: options.seed)
    try options.withDirectory { directory in
      let tally = try Supervisor(
        arguments: [
          "kills", "--seed", "\(options.seed)", "--directory", directory, "--count", "\(count)",
        ],
        options: options
      ).run()
      report.count("killed", tally[.failed])
      for name in ScenarioName.killed {
        let count = tally.outcomes["killed-\(name.rawValue)"] ?? 0
        report.count("during \(name.rawValue)", count)
        if count == 0, self.count >= 100, options.at == nil {
          report.fail("no process was killed during \(name.rawValue)")
        }
      }
      report.count("acknowledged", tally.outcomes["acknowledged"] ?? 0)
      let times = tally.microseconds.sorted()
      if !times.isEmpty {
        report.count("us to reopen (median)", times[times.count / 2])
        report.count("us to reopen (99th percentile)", times[times.count * 99 / 100])
      }
      report.add(tally) { point in
        "reliability kill --seed \(options.seed) --count \(count) --at \(point)"
      }
      if tally[.failed] == 0 { report.fail("no process was killed before its end") }
    }
    try report.end()
  }
}
