import StateGraphFormats

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

/// What an import does with a bad record.
///
/// A record is bad if it cannot be read, violates a constraint, or refers to a row that does not
/// exist.
///
/// With the policy ``abort``, an input whose header is wrong ends the import. With the other
/// policies, the import skips such an input and continues with the next one.
public enum ErrorPolicy: String, Sendable, CaseIterable {
  /// The import ends with an error at the first bad record.
  case abort
  /// The import writes the record to the reject file and continues.
  ///
  /// The user can correct the records in the reject file, and import that file.
  case reject
  /// The import counts the record, does not write it, and continues.
  case skip
}

extension ImportError {
  /// Whether the error concerns only one record.
  ///
  /// An error of the header, the schema, the disk or the database concerns all records. The import
  /// cannot continue after such an error.
  package var concernsOneRecord: Bool {
    switch code {
    case .malformedCSV, .raggedRow, .unterminatedQuote, .malformedJSON, .tooDeep, .duplicateKey,
      .invalidUTF8, .invalidEncoding, .fieldTooLarge, .unknownColumn, .ambiguousMember,
      .missingValue, .wrongType, .duplicateIdentifier, .danglingReference, .constraint:
      true
    default: false
    }
  }
}

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
