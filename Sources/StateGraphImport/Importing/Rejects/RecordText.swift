import StateGraphFormats

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
