import Measurement

/// A piece of work that is timed repeatedly.
struct Step {
  let name: String
  /// The number of operations in one call of `perform`.
  var operationCount = 1
  /// Does the work, and returns when the last affected observer has its new value.
  let perform: () throws -> Void
}

/// The results for a ``Step``.
struct Outcome {
  /// The times of one operation in nanoseconds.
  let times: Measurement
  /// The number of SELECTs for one operation. They are counted in rounds that are not timed.
  let selectCount: Double
}

/// The results for the same work without live values, and with them.
struct Comparison {
  let bare: Outcome
  let live: Outcome
}

/// The number of rounds, and the limit for their time.
struct Effort {
  /// The number of timed rounds.
  var rounds: Int
  var warmUps = 5
  /// The time after which no further round begins, except for the `fewestRounds` that a median
  /// needs.
  var limit = Duration.seconds(4)
  /// The number of rounds that count statements and measure no time.
  var countedRounds = 5

  static let fewestRounds = 3

  /// The effort for work that takes long.
  static func few(_ rounds: Int, within limit: Duration = .seconds(20)) -> Effort {
    Effort(rounds: rounds, warmUps: 1, limit: limit, countedRounds: 1)
  }
}

extension LiveRun {
  /// Runs all steps in each round, in their order, so that other work on the machine slows all of
  /// them. Returns a result for each step.
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

  /// Runs each step directly after the same step without live values. The two steps use two
  /// databases with the same rows. Other work on the machine slows both of them.
  func measure(_ steps: [Step], beside bare: [Step], _ effort: Effort) throws -> [Comparison] {
    let both = zip(bare, steps).flatMap { [$0, $1] }
    let outcomes = try measure(both, effort)
    return steps.indices.map { Comparison(bare: outcomes[2 * $0], live: outcomes[2 * $0 + 1]) }
  }

  /// Returns the number of SELECTs for one operation of each step.
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
