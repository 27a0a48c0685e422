/// The results at the points of a lane.
struct Tally {
  var points = 0
  /// The number of points with each outcome.
  var outcomes: [String: Int] = [:]
  var failures: [Failure] = []
  /// The measured durations, in microseconds.
  var microseconds: [Int] = []

  struct Failure {
    let point: Int
    let text: String
  }

  subscript(_ outcome: FaultVisit.Outcome) -> Int { outcomes[outcome.rawValue] ?? 0 }

  mutating func add(_ other: Tally) {
    points += other.points
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    failures += other.failures
    microseconds += other.microseconds
  }
}

/// Runs points in a child process, and records at which point the child died.
struct Supervisor {
  /// The arguments of the child, without the range of points.
  let arguments: [String]
  let options: LaneOptions
  /// Limits the failures, since further ones of the same kind add no information.
  var maximumFailureCount = 5

  func run() throws -> Tally {
    var tally = Tally()
    let at = options.at
    // The seed also selects which points are skipped.
    var next = at ?? 1 + Int(options.seed % UInt64(options.every))
    while tally.failures.count < maximumFailureCount {
      var arguments = arguments + ["--from", "\(next)"]
      if let at {
        arguments += ["--to", "\(at)"]
      } else {
        arguments += ["--every", "\(options.every)"]
      }
      let child = try ChildProcess(arguments)
      let last = read(from: child, into: &tally)
      let ending = child.wait()
      if ending == .exit(0) || tally.failures.count >= maximumFailureCount { return tally }
      guard let last else { throw Violation("a child process ended with \(ending) before a point") }
      tally.failures.append(.init(point: last, text: "the process ended with \(ending)"))
      if at != nil { return tally }
      next = last + options.every
    }
    return tally
  }

  private func read(from child: ChildProcess, into tally: inout Tally) -> Int? {
    var last: Int?
    while let line = child.nextLine() {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch words.first {
      case "point":
        last = words.last.flatMap { Int($0) }
        tally.points += 1
      case "violation":
        tally.failures.append(.init(point: last ?? 0, text: words.last ?? ""))
        if tally.failures.count >= maximumFailureCount { child.kill() }
      case "microseconds": tally.microseconds += words.last.flatMap { Int($0) }.map { [$0] } ?? []
      case "outcome": tally.outcomes[words.last ?? "", default: 0] += 1
      default: break
      }
    }
    return last
  }
}
