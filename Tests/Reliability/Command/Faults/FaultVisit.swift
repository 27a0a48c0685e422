import CFaults
import StateGraphSQLite

/// One scenario under one fault, at one place after another.
struct FaultVisit {
  let scenario: ScenarioName
  let fault: Fault
  let persists: Bool
  let seed: UInt64
  let directory: String
  let files: FileContents

  enum Outcome: String {
    /// There is no such place: everything has been visited.
    case missed
    /// It happened, and somebody was told.
    case failed
    /// It happened, and nobody noticed: a cache that could not grow, a hint that was not given.
    case survived
  }

  /// - Throws: What was violated.
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
    try named("afterwards, in the same process") { try scenario.goOn() }
    scenario.end()
    try named("by another object") { try scenario.verify(.exactly(place.acknowledged)) }
    guard faults_memory_used() == 0 else {
      throw Violation("SQLite has \(faults_memory_used()) bytes that nobody gave back")
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
      guard !fault.isAlwaysSurvived else { throw Violation("not survived: \(error)") }
      guard let code = databaseCode(of: error) else {
        throw Violation("an error without a code: \(error)")
      }
      guard fault.codes.contains(code) else {
        throw Violation("an error of another kind, \(code): \(error)")
      }
    }
  }
}
