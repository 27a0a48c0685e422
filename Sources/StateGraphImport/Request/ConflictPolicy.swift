/// What an import does with a record if the table already has a row with the record's key.
///
/// The policy applies to the top-level records of an input. Records that are nested in them are
/// always merged, because a post that contains only the name of its author must not erase the
/// author's other columns.
public enum ConflictPolicy: String, Sendable, CaseIterable {
  /// The record updates the columns that it has a value for, and leaves the other columns
  /// unchanged.
  case merge
  /// The record updates all columns. Columns without a value in the record get their default, or
  /// NULL. The row is updated and not deleted, so that rows that refer to it stay. A computed
  /// default, such as the current time, is written only if another column changes.
  case replace
  /// The record is not written, and the existing row stays unchanged.
  case ignore
  /// The record is bad, and the error policy of the request decides what happens to it.
  case error
}

/// Whether a row comes from a top-level record or from a nested record of an input.
enum RecordRole {
  /// A top-level record of the input. The conflict policy applies, and its key may occur only once
  /// in the input.
  case record
  /// A record that is nested in another record. It is always merged, and its key may occur several
  /// times.
  case mention
}
