import ArgumentParser

struct ImageLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images",
    abstract: "Builds the files that a power loss could leave, and checks them.",
    discussion: """
      The lane records all writes and flushes of each scenario. It simulates a power loss at each \
      moment of the recording. The files then have all flushed data. Of the data that was not \
      flushed, they have all, nothing, the data of one file, or a random part in sectors. Each \
      image must open, be intact, and contain only complete writes in order. With full durability, \
      it must contain all acknowledged writes.

      Example: reliability images --scenario close --disk full --at 200
      """
  )

  /// The durability of the database, and the properties of the disk.
  enum Setting: String, CaseIterable, ExpressibleByArgument {
    case full, normal
    /// Full durability on a disk that can damage a whole sector when it writes a part of it. SQLite
    /// is configured for such a disk, and writes whole sectors.
    case scrambling

    var arguments: [String] {
      switch self {
      case .full: ["--full"]
      case .normal: []
      case .scrambling: ["--full", "--scrambles"]
      }
    }
  }

  @OptionGroup var options: LaneOptions

  @Option(help: "Visits only this scenario.")
  var scenario: ScenarioName?

  @Option(help: "Visits only this durability, or only a disk that scrambles sectors.")
  var disk: Setting?

  @Option(help: "Simulates a disk that ignores flushes of the file or the log. The lane must fail.")
  var lie: Disk.Lie?

  @Option(
    help: ArgumentHelp("The number of random images of each moment.", valueName: "number")
  )
  var variants = 8

  func validate() throws {
    guard 0...10_000 ~= variants else { throw ValidationError("--variants is from 0 to 10000.") }
  }

  func run() throws {
    var report = LaneReport(lane: "images", seed: options.seed)
    for name in ["opened", "without the newest"] { report.count(name, 0) }
    var normalTally = Tally()
    try options.withDirectory { directory in
      for scenario in scenario.map({ [$0] }) ?? ScenarioName.allCases {
        for setting in disk.map({ [$0] }) ?? Setting.allCases {
          let tally = try run(scenario, setting, directory)
          report.count("opened", tally[.failed])
          report.count("without the newest", tally.outcomes["lost"] ?? 0)
          if setting == .normal { normalTally.add(tally) }
          report.add(tally) { point in
            "reliability images --scenario \(scenario.rawValue) --disk \(setting.rawValue)"
              + " --variants \(variants)" + (lie.map { " --lie \($0.rawValue)" } ?? "")
              + " --seed \(options.seed) --at \(point)"
          }
          if tally.points == 0 { report.fail("no image was made of \(scenario.rawValue)") }
        }
      }
    }
    // The other scenarios flush their writes before they acknowledge them, or have few moments.
    let mayLose = normalTally.points > 0 && [nil, .write].contains(scenario) && options.at == nil
    if mayLose, normalTally.outcomes["lost"] == nil {
      report.fail("no power loss with normal durability removed an acknowledged write")
    }
    try report.end()
  }

  private func run(
    _ scenario: ScenarioName,
    _ setting: Setting,
    _ directory: String
  ) throws -> Tally {
    let arguments = [
      "crash-images", "--scenario", scenario.rawValue, "--seed", "\(options.seed)",
      "--directory", directory, "--variants", "\(variants)",
    ]
    let lying = lie.map { ["--lie", $0.rawValue] } ?? []
    return try Supervisor(arguments: arguments + setting.arguments + lying, options: options).run()
  }
}
