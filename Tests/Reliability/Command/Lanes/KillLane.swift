import ArgumentParser

struct KillLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kill",
    abstract: "Kills a process at random moments, again and again.",
    discussion: """
      A child writes, closes and opens again, migrates or imports until it is killed by SIGKILL, \
      up to 30 ms after it began. Its file is opened and checked, and the next child goes on with \
      it. What was acknowledged has to be there; an import is run again, and has to end as one that \
      nobody killed. The moment depends on the machine: the same seed kills at about the same one.

      Example: reliability kill --count 1000
      """
  )

  @OptionGroup var options: LaneOptions

  @Option(help: "How many children.")
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
        report.count("in \(name.rawValue)", count)
        if count == 0, self.count >= 100, options.at == nil {
          report.fail("nobody was killed in the middle of \(name.rawValue)")
        }
      }
      report.count("acknowledged", tally.outcomes["acknowledged"] ?? 0)
      let times = tally.microseconds.sorted()
      if !times.isEmpty {
        report.count("us to open again (median)", times[times.count / 2])
        report.count("us (99 of 100)", times[times.count * 99 / 100])
      }
      report.add(tally) { point in
        "reliability kill --seed \(options.seed) --count \(count) --at \(point)"
      }
      if tally[.failed] == 0 { report.fail("nobody was killed in the middle") }
    }
    try report.end()
  }
}
