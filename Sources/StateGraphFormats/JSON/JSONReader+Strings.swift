extension JSONReader {
  /// Reads the string whose opening quote is at the cursor; leaves its text in `text`.
  func readString() throws(ImportError) {
    var bytes = UnsafePointer(source.bytes + tokenStart)
    var offset = 1
    var pieceStart = 1
    var seen: UInt64 = 0
    textIsInScratch = false
    while true {
      offset = stringScan.firstStop(bytes, from: offset, seen: &seen)
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        if !textIsInScratch { scratch.removeAll() }
        textIsInScratch = true
        scratch.append(bytes + pieceStart, count: offset - pieceStart)
        offset = try readEscape(at: offset)
        bytes = UnsafePointer(source.bytes + tokenStart)
        pieceStart = offset
      } else if tokenStart + offset == source.count {
        cursor = tokenStart + offset
        guard try refillToken() else {
          throw malformed("this string never ends", at: tokenStart)
        }
        bytes = UnsafePointer(source.bytes + tokenStart)
      } else {
        throw malformed(
          "a control character in a string",
          remedy: "Write it as an escape such as \\n or \\u0000",
          at: tokenStart + offset
        )
      }
    }
    cursor = tokenStart + offset + 1
    try checkLength()
    if !ByteScan.isASCII(seen) { try validate(bytes, count: offset) }
    if textIsInScratch {
      scratch.append(bytes + pieceStart, count: offset - pieceStart)
      textStart = 0
      textLength = scratch.count
    } else {
      textStart = tokenStart + 1
      textLength = offset - 1
    }
  }

  private func validate(_ bytes: UnsafePointer<UInt8>, count: Int) throws(ImportError) {
    if let bad = UTF8Validation.firstInvalid(bytes, count: count) {
      let error = ImportError.invalidText(in: "a string", source.encoding)
      throw error.located(at: place(at: tokenStart + bad).inFile(source.name))
    }
    continuationBytes += UTF8Validation.continuationBytes(bytes, count: count)
  }
}
