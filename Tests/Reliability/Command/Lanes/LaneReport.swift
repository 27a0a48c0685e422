import ArgumentParser

/// The results of a lane: one line with counts, and for each failure its text and the command that
/// repeats it.
struct LaneReport {
  let lane: String
  let seed: UInt64
  private let start = ContinuousClock.now
  private var points = 0
  private var counts: [(name: String, count: Int)] = []
  private var failures: [String] = []

  init(lane: String, seed: UInt64) {
    self.lane = lane
    self.seed = seed
  }

  mutating func add(_ tally: Tally, again command: (Int) -> String) {
    points += tally.points
    failures += tally.failures.map { "\($0.text)\n  repeat with: \(command($0.point))" }
  }

  mutating func add(points: Int) { self.points += points }

  /// Adds a number to the count with this name.
  mutating func count(_ name: String, _ count: Int) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += count
    } else {
      counts.append((name, count))
    }
  }

  /// The count with this name, or 0.
  func number(_ name: String) -> Int { counts.first { $0.name == name }?.count ?? 0 }

  var isGood: Bool { failures.isEmpty }

  mutating func fail(_ text: String) { failures.append(text) }

  /// Prints the report.
  ///
  /// - Throws: `ExitCode.failure` if there was a failure.
  func end() throws {
    let (seconds, attoseconds) = start.duration(to: .now).components
    let tenths = seconds * 10 + attoseconds / 100_000_000_000_000_000
    let numbers = (["\(points) points"] + counts.map { "\($0.count) \($0.name)" })
      .joined(separator: ", ")
    tell(
      "\(lane): seed \(seed), \(numbers), \(failures.count) failures, \(tenths / 10).\(tenths % 10) s"
    )
    for failure in failures { tell("\(lane) FAILED: \(failure)", descriptor: 2) }
    if !failures.isEmpty { throw ExitCode.failure }
  }
}
