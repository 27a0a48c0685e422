/// How the reader treats a JSON object that repeats a key.
public enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
  /// The record is an error, because nobody can know which of the members is the right one.
  case refuse
  /// The last member with the key is used and the earlier ones are dropped, as in most JSON
  /// parsers.
  case last
}
