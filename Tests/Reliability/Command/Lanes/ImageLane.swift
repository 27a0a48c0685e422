import ArgumentParser

struct ImageLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images",
    abstract: "Rebuilds the files that a power loss could leave.",
    discussion: """
      What every scenario writes and flushes is recorded. At every moment the power fails: what was \
      flushed is there, and of the rest all, nothing, one file's, or a random part, by sectors. \
      Each image has to open, be whole and hold only whole writes in order; under full durability \
      everything that was acknowledged.

      Example: reliability images --scenario close --disk full --at 200
      """
  )

  /// The durability of the database, and the properties of the disk.
  enum Setting: String, CaseIterable, ExpressibleByArgument {
    case full, normal
    /// Full durability on a disk that puts a whole sector at risk when it writes a part. SQLite is
    /// told so, and writes whole sectors.
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

  @Option(help: "The only scenario; all of them without it.")
  var scenario: ScenarioName?

  @Option(help: "The only durability, or a disk that scrambles sectors; all of them without it.")
  var disk: Setting?

  @Option(help: "A disk that lies about the flushes of the file or of the log: has to fail.")
  var lie: Disk.Lie?

  @Option(
    help: ArgumentHelp("How many images of a moment are drawn at random.", valueName: "number")
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
          if tally.points == 0 { report.fail("\(scenario.rawValue) left nothing to lose") }
        }
      }
    }
    // The other scenarios flush their writes before they acknowledge them, or have few moments.
    let mayLose = normalTally.points > 0 && [nil, .write].contains(scenario) && options.at == nil
    if mayLose, normalTally.outcomes["lost"] == nil {
      report.fail("with normal durability the power took nothing")
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
