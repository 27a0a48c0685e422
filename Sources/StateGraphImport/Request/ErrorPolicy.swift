import StateGraphFormats

/// What an import does with a bad record. A record is bad if it cannot be read, violates a
/// constraint of its table, or refers to a row that does not exist.
public enum ErrorPolicy: String, Sendable, CaseIterable {
  /// The import ends with an error.
  case abort
  /// The record is written to the reject file, and the import continues. The user can correct the
  /// records in a reject file and import the file.
  case reject
  /// The record is counted but not written, and the import continues.
  case skip
}

extension ImportError {
  /// Whether the error concerns only one record. Errors of the header, the schema, the disk or the
  /// database concern all records, so the import cannot continue after them.
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
