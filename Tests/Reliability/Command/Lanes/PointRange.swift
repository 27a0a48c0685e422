import ArgumentParser

/// The points that a child visits.
struct PointRange: ParsableArguments {
  @Option var from: Int
  @Option var to: Int?
  @Option var every = 1

  func contains(_ point: Int) -> Bool {
    point >= from && point <= to ?? .max && (point - from) % every == 0
  }

  /// Visits points until one is missed, and prints each.
  func visit(_ body: (Int) throws -> FaultVisit.Outcome) {
    for point in stride(from: from, through: to ?? .max, by: every) {
      tell("point \(point)")
      if tellOutcome({ try body(point) }) == .missed { return }
    }
  }

  /// Prints the outcome of a point that has been printed.
  @discardableResult
  func tellOutcome(_ body: () throws -> FaultVisit.Outcome) -> FaultVisit.Outcome? {
    do {
      let outcome = try body()
      tell("outcome \(outcome.rawValue)")
      return outcome
    } catch {
      let text = "\(error)".split(separator: "\n").joined(separator: " ")
      tell("violation \(text)")
      return nil
    }
  }
}
