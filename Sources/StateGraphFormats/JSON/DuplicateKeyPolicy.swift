/// What happens where a JSON object repeats a key.
public enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
  /// The record is an error: nobody can know which of the two was meant.
  case refuse
  /// The last member counts, as in most JSON parsers, and the others are dropped.
  case last
}
