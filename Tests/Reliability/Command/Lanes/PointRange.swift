import ArgumentParser

/// The places that a child visits.
struct PointRange: ParsableArguments {
  @Option var from: Int
  @Option var to: Int?
  @Option var every = 1

  /// Visits places until there are no more, and tells of each.
  func visit(_ body: (Int) throws -> FaultVisit.Outcome) {
    for point in stride(from: from, through: to ?? .max, by: every) {
      tell("point \(point)")
      do {
        let outcome = try body(point)
        tell("outcome \(outcome.rawValue)")
        if outcome == .missed { return }
      } catch {
        let text = "\(error)".split(separator: "\n").joined(separator: " ")
        tell("violation \(text)")
      }
    }
  }
}
