import CFaults
import StateGraphSQLite

/// Runs one scenario with one fault at a given point.
struct FaultVisit {
  let scenario: ScenarioName
  let fault: Fault
  let persists: Bool
  let seed: UInt64
  let directory: String
  let files: FileContents

  enum Outcome: String {
    /// The scenario ended before this point: every point has been visited.
    case missed
    /// The fault happened, and the scenario received an error.
    case failed
    /// The fault happened without an error: for example, a cache could not grow, or a hint was not
    /// given.
    case survived
  }

  /// - Throws: ``Violation`` if the library violates a guarantee.
  func run(at point: Int) throws -> Outcome {
    try files.replace(directory)
    let descriptorCount = Directory.openDescriptorCount
    let place = Place(directory: directory, seed: seed, durability: .full)
    let scenario = self.scenario.type.init(place)
    try scenario.prepare()
    fault.arm(at: point, persists: persists)
    scenario.act()
    let hitCount = fault.disarm()
    try checkErrors(of: place, hitCount: hitCount)
    try named("after the fault, in the same process") { try scenario.goOn() }
    scenario.end()
    try named("in a check with a new object") { try scenario.verify(.exactly(place.acknowledged)) }
    guard faults_memory_used() == 0 else {
      throw Violation("SQLite did not release \(faults_memory_used()) bytes")
    }
    guard Directory.openDescriptorCount == descriptorCount else {
      throw Violation("a descriptor was not closed")
    }
    if hitCount == 0 { return .missed }
    return place.errors.isEmpty ? .survived : .failed
  }

  private func named(_ when: String, _ body: () throws -> Void) throws {
    do { try body() } catch { throw Violation("\(when): \(error)") }
  }

  private func checkErrors(of place: Place, hitCount: Int) throws {
    for error in place.errors {
      guard hitCount > 0 else { throw Violation("an error without a fault: \(error)") }
      guard !fault.isAlwaysSurvived else {
        throw Violation("\(fault.rawValue) must not cause an error: \(error)")
      }
      guard let code = databaseCode(of: error) else {
        throw Violation("an error without a code: \(error)")
      }
      guard fault.codes.contains(code) else {
        throw Violation("an error with the wrong code, \(code): \(error)")
      }
    }
  }
}
