/// What happens to a record whose key is in the table already.
///
/// The policy applies to the records of an input. Records that are nested in them are always
/// merged: a post that has only the name of its author must not erase the author's other columns.
public enum ConflictPolicy: String, Sendable, CaseIterable {
  /// The record updates the columns that it has a value for, and leaves the others as they are.
  case merge
  /// The record updates all columns: those that it has no value for get their default, or NULL. The
  /// row is not deleted, so that rows that refer to it stay. A default that is computed, such as
  /// the current time, is written only where another column changes.
  case replace
  /// The record is left out, and the row stays as it is.
  case ignore
  /// The record is bad.
  case error
}

/// How a row occurs in its input.
enum RecordRole {
  /// As a record of the input. The conflict policy applies, and the key may occur once in the
  /// input.
  case record
  /// Nested in a record. It is always merged, and its key may occur again.
  case mention
}
