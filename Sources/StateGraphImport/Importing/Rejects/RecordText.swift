import StateGraphFormats

/// The text of one record, with everything that is needed to parse the record again without its
/// input.
struct RecordText {
  /// The index of the table that the record belongs to.
  let table: Int
  let form: RecordForm
  let bytes: [UInt8]
  /// The place of the record's first byte in the input.
  let start: InputPlace
  /// Whether the record comes from a reject file. If so, `start` is the place in the original
  /// input, which the reject file contains.
  var wasRejected = false

  /// Converts a place in the text of this record to a place in the record's input.
  ///
  /// The first line of the record is line 2 of the parsed text, because a line end is added before
  /// it. For a record from a reject file, the result is always `start`.
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
