import StateGraphFormats

/// What happens when one record is bad: it cannot be read, the table does not take it, or it refers
/// to a row that is nowhere.
public enum ErrorPolicy: String, Sendable, CaseIterable {
  /// The import ends.
  case abort
  /// The record is written to a file from which it can be mended and imported again, and the import
  /// goes on.
  case quarantine
  /// The record is counted, and the import goes on.
  case skip
}

extension ImportError {
  /// Whether other records may be good all the same. What is wrong with a header, the schema, the
  /// disk or the database is wrong for all of them.
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
