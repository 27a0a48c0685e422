/// How an import tells apart records without a key.
///
/// The policy applies to tables without a primary key, and to tables with a key of one INTEGER
/// column for which the inputs have no values. A key column with the name `content_key` is always
/// made from the content of the record.
public enum MissingKeyPolicy: String, Sendable, CaseIterable {
  /// The content of a record identifies it, together with its number among equal records.
  ///
  /// A table without a primary key gets only the records for which it has no equal row. A second
  /// import of the same inputs therefore changes nothing. A table with a primary key needs the
  /// values of the key in the inputs.
  case content
  /// Every record is a new row. A key of one INTEGER column gets the next number.
  ///
  /// A second import of the same inputs adds all records a second time.
  case append
}
