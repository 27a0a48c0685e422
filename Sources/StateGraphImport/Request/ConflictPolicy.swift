/// What happens to a record whose key a row has already.
///
/// It concerns the records of an input. What is nested in them is merged whatever the policy says:
/// a post that mentions its author by name alone is no reason to erase the author's other columns.
public enum ConflictPolicy: String, Sendable, CaseIterable {
  /// Columns that the record has a value for are updated; what it does not say erases nothing.
  case merge
  /// The row becomes what the record says: other columns take their default, or else NULL. It stays
  /// the same row, so that nothing that refers to it is deleted. A column whose default is computed
  /// (the current time) is written only where another column changes.
  case replace
  /// The row stays as it is.
  case ignore
  /// The record is an error.
  case error
}

/// What a row stands for in its input.
enum RecordRole {
  /// A record of its own: the conflict policy holds, and its key may come once in an input.
  case record
  /// A part of another record. Always merged, and may come again.
  case mention
}
