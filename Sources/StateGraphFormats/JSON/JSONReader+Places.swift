extension JSONReader {
  /// Where the last token starts.
  package var tokenPlace: JSONPlace {
    let offset = source.baseOffset + Int64(tokenStart)
    return JSONPlace(
      byteOffset: offset,
      line: line,
      column: Int(offset - lineStart) - tokenContinuationBytes + 1
    )
  }

  /// The place of a byte of the current token.
  func place(at index: Int) -> JSONPlace {
    let distance = max(0, index - tokenStart)
    let within = UTF8Validation.continuationBytes(source.bytes + tokenStart, count: distance)
    let offset = source.baseOffset + Int64(index)
    return JSONPlace(
      byteOffset: offset,
      line: line,
      column: Int(offset - lineStart) - tokenContinuationBytes - within + 1
    )
  }

  func error(
    _ code: ImportError.Code,
    _ message: String,
    remedy: String = "",
    at index: Int
  ) -> ImportError {
    ImportError(code, message, remedy: remedy, place: place(at: index).inFile(source.name))
  }

  func malformed(_ message: String, remedy: String = "", at index: Int? = nil) -> ImportError {
    error(.malformedJSON, message, remedy: remedy, at: index ?? cursor)
  }
}
