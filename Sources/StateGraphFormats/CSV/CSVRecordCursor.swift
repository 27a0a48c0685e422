/// Finds the start of each record in the bytes of a CSV source, and counts the lines.
struct CSVRecordCursor {
  let source: ByteSource
  private let commentPrefix: UInt8?
  /// The index of the current record in the buffer of the source.
  ///
  /// After `refill`, the record starts at index zero.
  private var start: Int
  /// The length of the current record in bytes, without its line end.
  private(set) var length = 0
  /// The line on which the current record starts, counted from 1.
  private(set) var line = 1
  /// The index in the buffer of the source at which the next record starts.
  private var nextStart: Int
  /// The line on which the next record starts, counted from 1.
  private(set) var nextLine = 1
  /// Whether the last byte that the cursor has passed is a CR at the end of a line.
  ///
  /// If the next byte is an LF, the CR and the LF are one line end, and the line is counted once.
  private var skipsLineFeed = false

  /// Creates a cursor before the first record of `source`.
  ///
  /// - Parameter skipped: The lines at the start of the input that the cursor skips.
  init(_ source: ByteSource, commentPrefix: UInt8?, skipping skipped: SkippedLines) {
    self.source = source
    self.commentPrefix = commentPrefix
    start = source.textStart + skipped.bytes
    nextStart = start
    nextLine = 1 + skipped.lines
  }

  /// A pointer to the first byte of the current record.
  ///
  /// The pointer is valid until more bytes are read into the buffer of the source.
  @inline(__always)
  var bytes: UnsafePointer<UInt8> { UnsafePointer(source.bytes + start) }

  /// The offset of the current record from the start of the input, in bytes.
  var byteOffset: Int64 { source.baseOffset + Int64(start) }

  /// The byte offset of the end of the current record, including its line end.
  ///
  /// An interrupted import can resume reading at this offset.
  var nextByteOffset: Int64 { source.baseOffset + Int64(nextStart) }

  /// Returns whether the buffer of the source contains the byte at `offset` in the record.
  @inline(__always)
  func isInBuffer(_ offset: Int) -> Bool { start + offset < source.count }

  /// Moves to the next record. Skips line ends, blank lines and comments.
  ///
  /// Returns false at the end of the input.
  mutating func findRecord() throws(ImportError) -> Bool {
    length = 0
    start = nextStart
    line = nextLine
    while true {
      if start == source.count {
        guard try refillBetweenRecords() else { return false }
      }
      let byte = source.bytes[start]
      let continuesLineEnd = skipsLineFeed
      skipsLineFeed = false
      if byte == UInt8(ascii: "\n") {
        if !continuesLineEnd { line += 1 }
      } else if byte == UInt8(ascii: "\r") {
        line += 1
        skipsLineFeed = true
      } else if byte == commentPrefix {
        guard try skipComment() else { return false }
        continue
      } else {
        return true
      }
      start += 1
    }
  }

  /// Moves the cursor to the line end of a comment. Returns false at the end of the input.
  ///
  /// The caller then skips that line end and counts the line, as for a blank line.
  private mutating func skipComment() throws(ImportError) -> Bool {
    while true {
      if start == source.count {
        guard try refillBetweenRecords() else { return false }
      }
      if Self.isLineEnd(source.bytes[start]) { return true }
      start += 1
    }
  }

  /// Removes all bytes before the cursor from the buffer, and reads more bytes.
  ///
  /// A comment may therefore be longer than the buffer. Returns false at the end of the input.
  private mutating func refillBetweenRecords() throws(ImportError) -> Bool {
    let kept = start
    start = 0
    nextStart = 0
    return try source.refill(keeping: kept)
  }

  /// Reads more bytes, and keeps the bytes of the current record in the buffer.
  ///
  /// The record may move in memory. Returns false at the end of the input.
  mutating func refill() throws(ImportError) -> Bool {
    let kept = start
    start = 0
    return try source.refill(keeping: kept)
  }

  /// Ends the current record before the byte at `offset`.
  ///
  /// - Parameters:
  ///   - lineEndBytes: 1 if a line end is at `offset`, or 0 at the end of the input.
  ///   - spansLines: Whether a quoted field may contain line ends. If true, this method counts
  ///     these line ends.
  mutating func end(at offset: Int, lineEndBytes: Int, spansLines: Bool) {
    length = offset
    nextStart = start + offset + lineEndBytes
    skipsLineFeed = lineEndBytes == 1 && bytes[offset] == UInt8(ascii: "\r")
    nextLine = line + 1
    if spansLines { nextLine += LineCounter(bytes, count: offset).lineEnds }
  }

  /// Returns the number of lines from the start of the current record to the end of the input, or
  /// nil if there are more than `limit`. Blank lines and lines of separators at the end do not
  /// count.
  ///
  /// This method may read more bytes, so the record may move in memory.
  func linesToEnd(atMost limit: Int, separator: UInt8) -> Int? {
    var index = start
    var (lines, blankLines) = (0, 0)
    var isBlank = true
    var previous: UInt8 = 0
    while index < source.count || source.fill(atLeast: index + 1) {
      let byte = source.bytes[index]
      if Self.isLineEnd(byte) {
        let endsPair = byte == UInt8(ascii: "\n") && previous == UInt8(ascii: "\r")
        if isBlank, !endsPair { blankLines += 1 }
        isBlank = true
      } else if isBlank, byte != separator {
        isBlank = false
        lines += blankLines + 1
        blankLines = 0
        if lines > limit { return nil }
      }
      previous = byte
      index += 1
    }
    return lines
  }

  static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
