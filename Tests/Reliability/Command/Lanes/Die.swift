import ArgumentParser

/// A child process that runs one scenario until it dies, and prints the acknowledged writes.
struct Die: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "die", shouldDisplay: false)

  @Option var scenario: ScenarioName
  @Option var death: Death
  @Option var at: Int
  @Option var seed: UInt64
  @Option var directory: String
  @Option var records = 60

  func run() throws {
    tell("ready")
    let place = Place(directory: directory, seed: seed, recordCount: records) { tell("done \($0)") }
    let scenario = scenario.type.init(place)
    try scenario.prepare()
    try death.arm(at: at)
    scenario.act()
    scenario.end()
    if let error = place.errors.first { throw error }
  }
}
