import StateGraphFormats

/// What an import does with a bad record: one that cannot be read, that violates a constraint of
/// its table, or that refers to a row that does not exist.
public enum ErrorPolicy: String, Sendable, CaseIterable {
  /// The import ends with an error.
  case abort
  /// The record is written to the reject file, and the import goes on. The records of a reject file
  /// can be corrected and imported again.
  case reject
  /// The record is counted, and the import goes on.
  case skip
}

extension ImportError {
  /// Whether the error concerns one record only. An error of the header, the schema, the disk or
  /// the database concerns all records.
  var concernsOneRecord: Bool {
    switch code {
    case .malformedCSV, .raggedRow, .unterminatedQuote, .malformedJSON, .tooDeep, .duplicateKey,
      .invalidUTF8, .fieldTooLarge, .unknownColumn, .ambiguousMember, .missingValue, .wrongType,
      .duplicateIdentifier, .danglingReference, .constraint:
      true
    default: false
    }
  }
}
