/// What the reader does if a JSON object contains a key twice.
public enum DuplicateKeyPolicy: String, Sendable, CaseIterable {
  /// The reader rejects the record, because either of the two values could be correct.
  case refuse
  /// The reader uses the last value of the key and ignores the earlier values.
  ///
  /// Most JSON parsers do the same.
  case last
}
