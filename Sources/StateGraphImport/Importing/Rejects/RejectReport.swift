public import StateGraphFormats

/// The number of records that an import has rejected, and the first errors of each kind.
public struct RejectReport: Sendable, Equatable {
  /// The number of rejected records. Includes the records of an interrupted run.
  public internal(set) var count = 0
  /// One group for each error code of the records that this run has rejected.
  ///
  /// The groups are in the order of their first records. ``count`` also includes the records that
  /// an interrupted run has rejected, but the groups do not.
  public internal(set) var groups: [RejectGroup] = []
  /// The path of the reject file. Nil if no record was written to a reject file.
  public internal(set) var filePath: String?
}

/// The rejected records that have the same error code.
public struct RejectGroup: Sendable, Equatable {
  /// The error code that all records of this group have.
  public let code: ImportError.Code
  /// The number of rejected records with this error code.
  public internal(set) var count = 0
  /// The first five rejected records with this error code, in the order of the input.
  public internal(set) var first: [RejectedRecord] = []
}

/// The error message and the position of one rejected record.
public struct RejectedRecord: Sendable, Equatable {
  /// What is wrong with the record. The text has no full stop at its end.
  public let message: String
  /// What the user can do about the error. The text has no full stop at its end.
  ///
  /// Empty if the message needs no advice.
  public let remedy: String
  /// The position of the error in the input, or nil if the position is not known.
  public let place: InputPlace?
}

/// The text of one record, with all properties that are necessary to parse it without its input.
///
/// The import creates this value for a record that it rejects or defers.
struct RecordText {
  /// The index of the table into which the record is imported.
  let table: Int
  let form: RecordForm
  let bytes: [UInt8]
  /// The position of the record's first byte in the input.
  let start: InputPlace
  /// Whether the record is from a reject file.
  ///
  /// If true, `start` is the position in the original input, from which the record was rejected.
  var wasRejected = false

  /// Converts a position in the text of this record to a position in the record's input.
  ///
  /// The parsed text has a line end before the record, so the record begins on line 2. If the
  /// record is from a reject file, the result is always `start`.
  func place(ofInner inner: InputPlace) -> InputPlace {
    guard !wasRejected else { return start }
    return InputPlace(
      file: start.file,
      line: start.line + max(0, inner.line - 2),
      column: inner.line <= 2 ? start.column + inner.column - 1 : inner.column,
      byteOffset: start.byteOffset + max(0, inner.byteOffset - 1)
    )
  }
}
