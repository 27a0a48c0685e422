/// Shortens a failed history: fewer steps, and lower decisions.
struct HistoryShrinker {
  /// How many histories are tried.
  private static let limit = 400

  private let kind: String
  private let run: ([RecordedStep]) throws -> HistoryRun.Outcome
  private var left = HistoryShrinker.limit
  private(set) var best: HistoryRun.Outcome

  /// - Parameters:
  ///   - failed: A history that has failed.
  ///   - run: Runs other steps on a new copy of the fixture.
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

  /// Tries other steps. Keeps them if they break the same rule, and are simpler.
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
        // A shorter history may have lost more than these steps.
        end = min(start, best.steps.count)
      }
      if size == 1 { return }
      size /= 2
    }
  }

  /// Removes one step and lowers one decision after it by one. A decision often is the position of
  /// a row, and counts the rows that the earlier steps have inserted. Without one of these steps,
  /// the same row has the position before.
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

  /// Drops decisions, for example those about the rows that a rule no longer makes.
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

  /// Makes one step of two steps of the same rule, which has the sums of their decisions. Two small
  /// amounts may exceed a limit together that one larger amount exceeds alone.
  private mutating func mergeSteps() throws {
    var second = 1
    while second < best.steps.count {
      for first in 0..<second where try merge(first, second) {
        second -= 1
        break
      }
      second += 1
    }
  }

  /// Merges two steps at the place of either of them. Returns false if the failure is lost.
  private mutating func merge(_ first: Int, _ second: Int) throws -> Bool {
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

  /// Lowers equal decisions together. Several steps often choose the same row, and the failure
  /// needs that they agree: to lower one of them alone would lose it. The simpler row may also need
  /// fewer steps, such as an order that has an amount already.
  private mutating func lowerEqualChoices() throws {
    let counts = Dictionary(best.steps.flatMap(\.choices).map { ($0, 1) }, uniquingKeysWith: +)
    for value in counts.filter({ $0.key > 0 && $0.value > 1 }).keys.sorted(by: >) {
      for lower in Set([0, value / 2, value - 1]).sorted() where try replace(value, with: lower) {
        break
      }
    }
  }

  /// Replaces a decision wherever it was made, also with one step less.
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
        try lower(step, place)
        place += 1
      }
      step += 1
    }
  }

  /// Finds a low value of one decision, by halving.
  private mutating func lower(_ step: Int, _ place: Int) throws {
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
