import StateGraphFormats

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
