/// What was found at the places of a lane.
struct Tally {
  var points = 0
  /// By what became of them.
  var outcomes: [String: Int] = [:]
  var failures: [Failure] = []
  /// How long what is measured took, in microseconds.
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

/// Runs places in a child, and knows at which one that died.
struct Supervisor {
  /// What the child is to do, but from where.
  let arguments: [String]
  let options: LaneOptions
  /// More failures of one kind tell nothing new.
  var maximumFailureCount = 5

  func run() throws -> Tally {
    var tally = Tally()
    let at = options.at
    // Which places are left out is another matter with another seed.
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
      guard let last else { throw Violation("a child that said nothing ended with \(ending)") }
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
