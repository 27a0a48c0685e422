import ArgumentParser

/// A child process that runs one scenario with one fault.
struct Work: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "work", shouldDisplay: false)

  @Option var scenario: ScenarioName
  @Option var fault: Fault
  @Flag var persistent = false
  @Option var seed: UInt64
  @Option var directory: String
  @OptionGroup var range: PointRange

  func run() throws {
    try fault.install()
    let start = scenario.type.start
    let place = try Directory.make(directory + "/place")
    try FileContents().replace(place)
    let visit = FaultVisit(
      scenario: scenario,
      fault: fault,
      persists: persistent,
      seed: seed,
      directory: place,
      files: try start.make(in: place, seed: seed, keptBeside: directory)
    )
    // Performs the one-time work of the process first, so that a point does not depend on the
    // points visited before it.
    _ = try visit.run(at: 0)
    range.visit { try visit.run(at: $0) }
  }
}
