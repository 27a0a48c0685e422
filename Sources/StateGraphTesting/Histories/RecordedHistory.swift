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

  /// Reads the text of ``text``. Nil if it has no seed, or names another rule than `rules`.
  init?(_ text: String, rules: [String]) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.hasPrefix(Self.seedPrefix),
      let seed = UInt64(first.dropFirst(Self.seedPrefix.count)), parts.count == 2,
      let steps = RecordedStep.steps(String(parts[1]), rules: rules)
    else { return nil }
    self.init(databaseSeed: seed, steps: steps)
  }
}
