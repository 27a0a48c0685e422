/// Lines at the start of a CSV input that are not records: a line such as `sep=;`, or titles.
struct SkippedLines {
  static let none = SkippedLines(bytes: 0, lines: 0)

  /// The length of the lines in bytes, with their line ends.
  let bytes: Int
  let lines: Int

  init(bytes: Int, lines: Int) { (self.bytes, self.lines) = (bytes, lines) }

  /// Finds the first lines of a text. CRLF, LF and a lone CR each end one line.
  ///
  /// Returns nil if the text has fewer line ends than `count`.
  init?(_ count: Int, of text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    for _ in 0..<count {
      while index < text.count, !CSVRecordCursor.isLineEnd(text[index]) { index += 1 }
      guard index < text.count else { return nil }
      let isPair =
        text[index] == UInt8(ascii: "\r") && index + 1 < text.count
        && text[index + 1] == UInt8(ascii: "\n")
      index += isPair ? 2 : 1
    }
    self.init(bytes: index, lines: count)
  }
}
