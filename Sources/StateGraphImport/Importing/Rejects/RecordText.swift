import StateGraphFormats

/// The text of one record, with everything that is needed to read it again by itself.
struct RecordText {
  /// The table that the input's records belong to.
  let table: Int
  let form: RecordForm
  let bytes: [UInt8]
  /// The place of the first byte in the input.
  let start: InputPlace
  /// Whether the record is from a reject file. `start` is then the place that its line has.
  var wasRejected = false

  /// The place in the input for a place in the text of the record, whose first line is line 2.
  ///
  /// Of a record from a reject file, only the place of its first error is known.
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
