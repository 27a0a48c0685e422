/// Moves from record to record through the bytes of a CSV source, and counts the lines.
struct CSVRecordCursor {
  let source: ByteSource
  private let commentPrefix: UInt8?
  /// The index of the current record in the buffer of the source. Reading more bytes of the record
  /// moves the record to index zero.
  private var start: Int
  /// The number of bytes of the current record without its line end.
  private(set) var length = 0
  /// The line on which the current record starts.
  private(set) var line = 1
  /// The index in the source's buffer at which the next record starts.
  private var nextStart: Int
  /// The line on which the next record starts.
  private(set) var nextLine = 1
  /// Whether the last record ended with a CR. An LF directly after the CR then belongs to the same
  /// line end.
  private var skipsLineFeed = false

  /// - Parameter directiveBytes: The length of a first line such as `sep=;`, which is no record;
  ///   zero if there is no such line.
  init(_ source: ByteSource, commentPrefix: UInt8?, directiveBytes: Int) {
    self.source = source
    self.commentPrefix = commentPrefix
    start = source.textStart + directiveBytes
    nextStart = start
    if directiveBytes > 0 { nextLine = 2 }
  }

  /// The bytes of the current record. Valid until more bytes are read into the buffer.
  @inline(__always)
  var bytes: UnsafePointer<UInt8> { UnsafePointer(source.bytes + start) }

  /// The offset of the current record from the start of the input.
  var byteOffset: Int64 { source.baseOffset + Int64(start) }

  /// The offset after the current record. An interrupted import can resume reading there.
  var nextByteOffset: Int64 { source.baseOffset + Int64(nextStart) }

  /// Returns whether the byte at `offset` from the start of the record is in the source's buffer.
  @inline(__always)
  func isInBuffer(_ offset: Int) -> Bool { start + offset < source.count }

  /// Moves to the next record, past line ends, blank lines and comments. Returns false at the end
  /// of the input.
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

  /// Moves the cursor to the line end of a comment. The caller then treats that line end like the
  /// one of a blank line, and counts the line there.
  private mutating func skipComment() throws(ImportError) -> Bool {
    while true {
      if start == source.count {
        guard try refillBetweenRecords() else { return false }
      }
      if Self.isLineEnd(source.bytes[start]) { return true }
      start += 1
    }
  }

  /// Reads more bytes and keeps none of the old ones, because a comment may be longer than the
  /// buffer.
  private mutating func refillBetweenRecords() throws(ImportError) -> Bool {
    let kept = start
    start = 0
    nextStart = 0
    return try source.refill(keeping: kept)
  }

  /// Reads more bytes of the current record and keeps all bytes that it already has. The bytes may
  /// move in memory. Returns false at the end of the input.
  mutating func refill() throws(ImportError) -> Bool {
    let kept = start
    start = 0
    return try source.refill(keeping: kept)
  }

  /// Ends the current record before the byte at `offset`.
  ///
  /// - Parameters:
  ///   - lineEndBytes: 1 if a line end is at `offset`, 0 at the end of the input.
  ///   - spansLines: Whether a quoted field may contain line ends. If so, they are counted.
  mutating func end(at offset: Int, lineEndBytes: Int, spansLines: Bool) {
    length = offset
    nextStart = start + offset + lineEndBytes
    skipsLineFeed = lineEndBytes == 1 && bytes[offset] == UInt8(ascii: "\r")
    nextLine = line + 1
    if spansLines { nextLine += LineCounter(bytes, count: offset).lineEnds }
  }

  static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
