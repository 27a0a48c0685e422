/// One step of a history, recorded so that it can be repeated: a rule, and the decisions that the
/// rule has made.
struct RecordedStep: Equatable {
  /// The name of the rule.
  var rule: String
  var choices: [UInt64]

  /// Returns the steps as one line of text, such as `pay:0,3 import:1`. A step without decisions is
  /// the name of its rule.
  static func text(_ steps: [RecordedStep]) -> String {
    steps.map { step in
      let name = step.rule.split(separator: " ").joined(separator: "_")
      let choices = step.choices.map { "\($0)" }.joined(separator: ",")
      return choices.isEmpty ? name : "\(name):\(choices)"
    }.joined(separator: " ")
  }

  /// Reads the text that ``text(_:)`` returned, or returns nil if the text names a rule that is not
  /// in `rules`, or contains a decision that is no number.
  static func steps(_ text: String, rules: [String]) -> [RecordedStep]? {
    var steps: [RecordedStep] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let parts = word.split(separator: ":", maxSplits: 1)
      let rule = rules.first {
        $0.split(separator: " ").joined(separator: "_") == parts[0]
      }
      guard let rule else { return nil }
      let choices = parts.count == 2 ? parts[1].split(separator: ",").map { UInt64($0) } : []
      guard !choices.contains(nil) else { return nil }
      steps.append(RecordedStep(rule: rule, choices: choices.compactMap { $0 }))
    }
    return steps
  }
}

/// A history that can be repeated: the seed of its database, and its steps.
struct RecordedHistory: Equatable {
  private static let seedPrefix = "seed="

  /// The seed of the random numbers of SQL.
  var databaseSeed: UInt64
  var steps: [RecordedStep]

  init(databaseSeed: UInt64, steps: [RecordedStep]) {
    self.databaseSeed = databaseSeed
    self.steps = steps
  }

  /// The history as one line of text: `seed=42 pay:0,3 import:1`.
  var text: String { "\(Self.seedPrefix)\(databaseSeed) \(RecordedStep.text(steps))" }

  /// Reads the text of ``text``, or returns nil if it has no seed, or names another rule than
  /// `rules`.
  init?(_ text: String, rules: [String]) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.hasPrefix(Self.seedPrefix),
      let seed = UInt64(first.dropFirst(Self.seedPrefix.count)), parts.count == 2,
      let steps = RecordedStep.steps(String(parts[1]), rules: rules)
    else { return nil }
    self.init(databaseSeed: seed, steps: steps)
  }
}
