/// The treatment of a JSON object that repeats a key.
public enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
  /// The record is an error, because either member may be the right one.
  case refuse
  /// The last member is used, as by most JSON parsers, and the others are dropped.
  case last
}
