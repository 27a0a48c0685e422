extension CSVReader {
  /// After a quote that is never closed, or not within the limit: makes the line on which it opens
  /// the bad record, so that the next call of `next()` goes on behind that line.
  ///
  /// Returns false where the last error was another one that ended reading. All bytes from the
  /// quote on are still in the source's buffer, so that the source need not be one that can seek.
  func resynchronise() -> Bool {
    guard source.bytes[recordStart + fieldStart] == dialect.quote else { return canContinue }
    var cursor = fieldStart
    while recordStart + cursor < source.count {
      let byte = source.bytes[recordStart + cursor]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        stoppedBy = nil
        // An earlier field of the record may span lines.
        spansLines = true
        endRecord(at: cursor, lineEndBytes: 1)
        return true
      }
      cursor += 1
    }
    return canContinue
  }

  /// Makes the next call of `next()` go on behind the record that `error` is about; false where
  /// nothing tells where that is.
  package func goOn(behind error: ImportError) -> Bool {
    guard error.code == .unterminatedQuote || !canContinue else { return true }
    return resynchronise()
  }
}
