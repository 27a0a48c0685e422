import StateGraphFormats

/// What an import does with a bad record.
///
/// A record is bad if it cannot be read or violates a constraint. It is also bad if it refers to
/// a row that does not exist.
///
/// An input whose header is wrong ends the import with the policy ``abort``. With the other
/// policies, the import leaves the input out and continues with the next one.
public enum ErrorPolicy: String, Sendable, CaseIterable {
  /// The import ends with an error at the first bad record.
  case abort
  /// The import writes the record to the reject file and continues.
  ///
  /// The user can correct the records in the reject file, and import that file.
  case reject
  /// The import counts the record, leaves it out, and continues.
  case skip
}

extension ImportError {
  /// Whether the error concerns only one record.
  ///
  /// The import cannot continue after an error of the header, the schema, the disk or the
  /// database. These errors concern all records.
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
