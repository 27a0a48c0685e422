import Measurement

/// One piece of work that is timed by itself, again and again.
struct Step {
  let name: String
  /// How many operations one call of `perform` is.
  var operationCount = 1
  /// Returns when the last observer that it concerns has its new value.
  let perform: () throws -> Void
}

/// What was measured of a ``Step``.
struct Outcome {
  /// Nanoseconds for one operation.
  let times: Measurement
  /// SELECTs for one operation, counted apart from the time.
  let selectCount: Double
}

/// The same work without anything live, and with it.
struct Comparison {
  let bare: Outcome
  let live: Outcome
}

/// How often steps are run.
struct Effort {
  /// Timed rounds.
  var rounds: Int
  var warmUps = 5
  /// After that no further round begins, except for the fewest that make a median.
  var limit = Duration.seconds(4)
  /// Rounds in which statements are counted and nothing is timed.
  var countedRounds = 5

  static let fewestRounds = 3

  /// Of work that takes long.
  static func few(_ rounds: Int, within limit: Duration = .seconds(20)) -> Effort {
    Effort(rounds: rounds, warmUps: 1, limit: limit, countedRounds: 1)
  }
}

extension LiveRun {
  /// Runs all steps in each round, in their order, so that none of them has the quiet minutes of
  /// the machine for itself. Returns an outcome for each.
  func measure(_ steps: [Step], _ effort: Effort) throws -> [Outcome] {
    let clock = ContinuousClock()
    var samples = [[Double]](repeating: [], count: steps.count)
    let rounds = options.isQuick ? min(effort.rounds, Effort.fewestRounds) : effort.rounds
    for _ in 0..<(options.isQuick ? 1 : effort.warmUps) {
      for step in steps { try step.perform() }
    }
    let begin = clock.now
    for round in 0..<rounds {
      if round >= Effort.fewestRounds, begin.duration(to: clock.now) > effort.limit { break }
      for (index, step) in steps.enumerated() {
        let elapsed = try clock.measure { try step.perform() }
        samples[index].append(elapsed / .nanoseconds(1) / Double(step.operationCount))
      }
    }
    let selects = try count(steps, rounds: options.isQuick ? 1 : effort.countedRounds)
    return steps.indices.map { index in
      Outcome(
        times: Measurement(steps[index].name, samples: samples[index]),
        selectCount: selects[index]
      )
    }
  }

  /// Runs each step right after the one that does the same without anything live, on a database of
  /// its own. Both have the same rows and the same minutes of the machine.
  func measure(_ steps: [Step], beside bare: [Step], _ effort: Effort) throws -> [Comparison] {
    let both = zip(bare, steps).flatMap { [$0, $1] }
    let outcomes = try measure(both, effort)
    return steps.indices.map { Comparison(bare: outcomes[2 * $0], live: outcomes[2 * $0 + 1]) }
  }

  /// The SELECTs of one operation of each step.
  private func count(_ steps: [Step], rounds: Int) throws -> [Double] {
    var counts = [Int](repeating: 0, count: steps.count)
    for _ in 0..<rounds {
      for (index, step) in steps.enumerated() {
        counts[index] += try StatementCount.during { try step.perform() }.selects
      }
    }
    return zip(counts, steps).map { Double($0) / Double(rounds * $1.operationCount) }
  }
}
