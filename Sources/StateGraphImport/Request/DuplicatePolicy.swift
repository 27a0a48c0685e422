/// What an import does if its inputs contain several versions of one row.
///
/// Two records are versions of one row if they have the same key and different values in a column.
/// For example, an author is "Ann" in one post and "Anna" in another one. A record that only adds
/// values to columns without a value is not another version.
public enum DuplicatePolicy: String, Sendable, CaseIterable {
  /// The import keeps the last version.
  ///
  /// The import compares only the last version with the file. If the file already has that version,
  /// the import changes nothing.
  case last
  /// The import keeps the first version. A later version only adds values to columns without a
  /// value.
  case first
  /// A later version is an error.
  ///
  /// The ``ErrorPolicy`` of the request determines whether the import ends or continues.
  case error
}
