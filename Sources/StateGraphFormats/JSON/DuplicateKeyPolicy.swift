/// The reaction of the reader to a JSON object that contains a key twice.
public enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
  /// The record is an error, because it is unknown which of the two values is correct.
  case refuse
  /// The last value of the key is used, and the earlier values are dropped.
  ///
  /// Most JSON parsers do the same.
  case last
}
