/// Shortens a failed history, so that a developer understands it: it runs the history repeatedly
/// with fewer steps and lower decisions, and keeps each change after which the same failure occurs.
struct HistoryShrinker {
  /// How many histories are run before the shrinker stops.
  private static let limit = 400

  private let kind: String
  private let run: ([RecordedStep]) throws -> HistoryRun.Outcome
  private var left = HistoryShrinker.limit
  private(set) var best: HistoryRun.Outcome

  /// - Parameters:
  ///   - failed: The steps and the failure of the history to shorten.
  ///   - run: Runs the steps that it receives on a new copy of the fixture.
  init(_ failed: HistoryRun.Outcome, run: @escaping ([RecordedStep]) throws -> HistoryRun.Outcome) {
    best = failed
    kind = failed.failure?.kind ?? ""
    self.run = run
  }

  mutating func shrink() throws {
    var before: [RecordedStep]
    repeat {
      before = best.steps
      try removeSteps()
      try mergeSteps()
      try removeChoices()
      try lowerEqualChoices()
      try lowerChoices()
      try removeCountedSteps()
    } while best.steps != before && left > 0
  }

  /// Runs other steps, and keeps them as the best history if they cause the same failure and are
  /// simpler. Returns whether they were kept.
  private mutating func accept(_ steps: [RecordedStep]) throws -> Bool {
    guard left > 0 else { return false }
    left -= 1
    let outcome = try run(steps)
    guard outcome.failure?.kind == kind, Self.isSimpler(outcome.steps, than: best.steps) else {
      return false
    }
    best = outcome
    return true
  }

  private static func isSimpler(_ one: [RecordedStep], than other: [RecordedStep]) -> Bool {
    if one.count != other.count { return one.count < other.count }
    let counts = [one, other].map { steps in steps.reduce(0) { $0 + $1.choices.count } }
    if counts[0] != counts[1] { return counts[0] < counts[1] }
    return one.flatMap(\.choices).lexicographicallyPrecedes(other.flatMap(\.choices))
  }

  private mutating func removeSteps() throws {
    var size = max(1, best.steps.count / 2)
    while true {
      var end = best.steps.count
      while end > 0 {
        let start = max(0, end - size)
        var steps = best.steps
        steps.removeSubrange(start..<min(end, steps.count))
        _ = try accept(steps)
        // The kept history may have lost further steps, because rules skipped them.
        end = min(start, best.steps.count)
      }
      if size == 1 { return }
      size /= 2
    }
  }

  /// Removes one step, and lowers one decision of a later step by one. A decision is often the
  /// position of a row among all rows. If a removed step has inserted one of the earlier rows, the
  /// same row is one position lower.
  private mutating func removeCountedSteps() throws {
    var removed = best.steps.count - 1
    while removed >= 0 {
      try removeCountedStep(at: removed)
      removed = min(removed, best.steps.count) - 1
    }
  }

  private mutating func removeCountedStep(at removed: Int) throws {
    for step in (removed + 1)..<best.steps.count {
      for (place, choice) in best.steps[step].choices.enumerated() where choice > 0 {
        var steps = best.steps
        steps[step].choices[place] = choice - 1
        steps.remove(at: removed)
        if try accept(steps) { return }
      }
    }
  }

  /// Removes single decisions, for example decisions about rows that a step does not make any
  /// longer.
  private mutating func removeChoices() throws {
    var step = 0
    while step < best.steps.count {
      var place = best.steps[step].choices.count - 1
      while place >= 0, step < best.steps.count {
        if place < best.steps[step].choices.count {
          var steps = best.steps
          steps[step].choices.remove(at: place)
          _ = try accept(steps)
        }
        place -= 1
      }
      step += 1
    }
  }

  /// Replaces two steps of the same rule by one step whose decisions are the sums of their
  /// decisions. For example, if two small amounts exceed a limit together, one larger amount
  /// exceeds it alone.
  private mutating func mergeSteps() throws {
    var second = 1
    while second < best.steps.count {
      for first in 0..<second where try merge(first, with: second) {
        second -= 1
        break
      }
      second += 1
    }
  }

  /// Replaces two steps by one step with the sums of their decisions, at the position of the second
  /// or of the first step. Returns false if neither causes the same failure.
  private mutating func merge(_ first: Int, with second: Int) throws -> Bool {
    let (one, other) = (best.steps[first], best.steps[second])
    guard one.rule == other.rule, one.choices.count == other.choices.count else { return false }
    var merged = one
    for (place, choice) in other.choices.enumerated() where choice != one.choices[place] {
      let (sum, isTooLarge) = choice.addingReportingOverflow(one.choices[place])
      merged.choices[place] = isTooLarge ? .max : sum
    }
    for (kept, removed) in [(second, first), (first, second)] {
      var steps = best.steps
      steps[kept] = merged
      steps.remove(at: removed)
      if try accept(steps) { return true }
    }
    return false
  }

  /// Lowers equal decisions of several steps together. Steps often choose the same row, and the
  /// failure occurs only if all of them do. If one of these decisions were lowered alone, the
  /// failure would be lost. The simpler row may also need fewer steps before it, such as an order
  /// that the fixture has given an amount.
  private mutating func lowerEqualChoices() throws {
    let counts = Dictionary(best.steps.flatMap(\.choices).map { ($0, 1) }, uniquingKeysWith: +)
    for value in counts.filter({ $0.key > 0 && $0.value > 1 }).keys.sorted(by: >) {
      for lower in Set([0, value / 2, value - 1]).sorted() where try replace(value, with: lower) {
        break
      }
    }
  }

  /// Replaces each decision `value` by `other` in all steps. Tries this with all steps, and then
  /// without each one of them.
  private mutating func replace(_ value: UInt64, with other: UInt64) throws -> Bool {
    let steps = best.steps.map { step in
      RecordedStep(rule: step.rule, choices: step.choices.map { $0 == value ? other : $0 })
    }
    if try accept(steps) { return true }
    for place in steps.indices {
      var fewer = steps
      fewer.remove(at: place)
      if try accept(fewer) { return true }
    }
    return false
  }

  private mutating func lowerChoices() throws {
    var step = 0
    while step < best.steps.count {
      var place = 0
      while step < best.steps.count, place < best.steps[step].choices.count {
        try lower(step, at: place)
        place += 1
      }
      step += 1
    }
  }

  /// Lowers one decision as far as the failure allows, by a binary search.
  private mutating func lower(_ step: Int, at place: Int) throws {
    var low: UInt64 = 0
    while step < best.steps.count, place < best.steps[step].choices.count {
      let current = best.steps[step].choices[place]
      guard low < current else { return }
      var steps = best.steps
      steps[step].choices[place] = low
      if try accept(steps) { continue }
      low = low + (current - low + 1) / 2
      if low == current { return }
    }
  }
}
