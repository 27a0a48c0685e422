import ArgumentParser

/// A child process that runs one scenario in children of its own, which die before, after or within
/// a system call.
struct WorkOfDeath: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "deaths", shouldDisplay: false)

  @Option var scenario: ScenarioName
  @Option var death: Death
  @Option var seed: UInt64
  @Option var directory: String
  @OptionGroup var range: PointRange

  func run() throws {
    let place = try Directory.make(directory + "/place")
    try FileContents().replace(place)
    let visit = DeathVisit(
      scenario: scenario,
      death: death,
      seed: seed,
      directory: place,
      files: try scenario.type.start.make(in: place, seed: seed, keptBeside: directory)
    )
    range.visit { try visit.run(at: $0) }
  }
}
