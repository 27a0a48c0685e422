/// Computes the line and column of a byte within one CSV record.
///
/// Counting starts at the first byte of the record. It takes no time while a file has no errors,
/// because only an error needs the line and column.
package struct CSVPlaceCounter {
  private let file: String
  private let bytes: UnsafePointer<UInt8>
  /// The line on which the record starts, counted from 1.
  private let firstLine: Int
  /// The offset of the record from the start of the input, in bytes.
  private let firstOffset: Int64

  /// Creates a counter for the current record of the cursor `record`.
  ///
  /// - Parameter record: A cursor. The bytes of its current record must not move while this counter
  ///   is in use.
  init(_ record: CSVRecordCursor) {
    file = record.source.name
    bytes = record.bytes
    firstLine = record.line
    firstOffset = record.byteOffset
  }

  /// Creates a counter for a copy of a record.
  ///
  /// - Parameters:
  ///   - record: The first byte of the copy. The copy must exist while this counter is in use.
  ///   - start: The position of the record in the input.
  package init(_ record: UnsafeRawPointer, at start: InputPlace) {
    file = start.file
    bytes = record.assumingMemoryBound(to: UInt8.self)
    firstLine = start.line
    firstOffset = start.byteOffset
  }

  /// Returns the line and column of the byte at `offset` bytes after the start of the record.
  package func place(at offset: Int) -> InputPlace {
    let lines = LineCounter(bytes, count: offset)
    let distance = offset - lines.lastLineStart
    let continuation = UTF8Validation.continuationBytes(
      bytes + lines.lastLineStart,
      count: distance
    )
    return InputPlace(
      file: file,
      line: firstLine + lines.lineEnds,
      column: distance - continuation + 1,
      byteOffset: firstOffset + Int64(offset)
    )
  }

  /// Returns the start of each field, in the order of the fields.
  ///
  /// This method scans the record once. One call of `place(at:)` for each field would take
  /// quadratic time.
  func places(of fields: CSVFields) -> [TextPlace] {
    var places: [TextPlace] = []
    places.reserveCapacity(fields.count)
    var offset = 0
    var line = firstLine
    var lineStart = 0
    var continuation = 0
    for index in 0..<fields.count {
      let start = fields.start(index)
      let lines = LineCounter(bytes + offset, count: start - offset)
      if lines.lineEnds > 0 {
        line += lines.lineEnds
        lineStart = offset + lines.lastLineStart
        continuation = 0
      }
      let counted = max(offset, lineStart)
      continuation += UTF8Validation.continuationBytes(bytes + counted, count: start - counted)
      offset = start
      places.append(
        TextPlace(
          byteOffset: firstOffset + Int64(start),
          line: line,
          column: start - lineStart - continuation + 1
        )
      )
    }
    return places
  }
}

/// Counts the line ends in a range of bytes.
///
/// CRLF, LF and a lone CR each count as one line end, as in the CSV reader.
struct LineCounter {
  private(set) var lineEnds = 0
  /// The offset of the first byte after the last line end. Zero if there is no line end.
  private(set) var lastLineStart = 0

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var previous: UInt8 = 0
    for offset in 0..<count {
      let byte = bytes[offset]
      if CSVRecordCursor.isLineEnd(byte) {
        if byte == UInt8(ascii: "\r") || previous != UInt8(ascii: "\r") { lineEnds += 1 }
        lastLineStart = offset + 1
      }
      previous = byte
    }
  }
}
