/// What an import does with a record whose primary key is already in the table.
///
/// The policy applies to the top-level records of an input. Nested records are always merged. For
/// example, if a post contains only its author's name, the import leaves the author's other columns
/// unchanged.
public enum ConflictPolicy: String, Sendable, CaseIterable {
  /// The record updates the columns for which it has a value. The other columns stay unchanged.
  case merge
  /// The record updates all columns. A column without a value in the record gets its default or
  /// NULL.
  ///
  /// The existing row is updated and not deleted, so rows that refer to it remain valid. A computed
  /// default, such as the current time, is written only if another column changes.
  case replace
  /// The record is not written, and the existing row stays unchanged.
  case ignore
  /// The record is an error.
  ///
  /// The ``ErrorPolicy`` of the request determines whether the import ends or continues.
  case error
}

/// Whether a row comes from a top-level record or from a nested record of an input.
enum RecordRole {
  /// A top-level record of the input. The conflict policy applies to it.
  ///
  /// No other record of the input may have the same key.
  case record
  /// A record that is nested in another record. It is always merged with the existing row.
  ///
  /// Its key may occur several times.
  case mention
}
