extension CSVReader {
  /// Where the current record starts.
  package var recordPlace: InputPlace { place(at: 0) }

  /// Where a field of the current record starts: at its opening quote, if it has one.
  package func place(ofField index: Int) -> InputPlace {
    precondition(index >= 0 && index < fieldCount, "no such field in this record")
    return place(at: spans[index].start)
  }

  /// The place of a byte of the current record. Counted from the record's start on demand, since
  /// only errors ask.
  func place(at offset: Int) -> InputPlace {
    let record = UnsafePointer(source.bytes + recordStart)
    let lines = LineCounter(record, count: offset)
    let distance = offset - lines.lastLineStart
    let continuation = UTF8Validation.continuationBytes(
      record + lines.lastLineStart,
      count: distance
    )
    return InputPlace(
      file: source.name,
      line: recordLine + lines.lineEnds,
      column: distance - continuation + 1,
      byteOffset: source.baseOffset + Int64(recordStart + offset)
    )
  }

  /// Remembers the first damage of the record and lets reading go on to its end.
  func note(_ error: ImportError, at offset: Int) {
    if failure == nil { failure = error.located(at: place(at: offset)) }
  }

  /// Ends reading for good.
  func stop(_ error: ImportError, at offset: Int) -> ImportError {
    let located = error.located(at: place(at: offset))
    stoppedBy = located
    return located
  }

  /// The field in which the record passes the limit, whatever the chunks were: the one to blame.
  /// `current` is the start of a field that is still being read.
  func oversizeFieldStart(current: Int? = nil) -> Int {
    if let current, current <= source.maximumFieldBytes { return current }
    for index in stride(from: fieldCount - 1, through: 0, by: -1)
    where spans[index].start <= source.maximumFieldBytes {
      return spans[index].start
    }
    return 0
  }
}

/// Counts line ends as the reader does: CRLF, LF and a lone CR are one each.
struct LineCounter {
  private(set) var lineEnds = 0
  /// The offset behind the last line end, or zero.
  private(set) var lastLineStart = 0

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var previous: UInt8 = 0
    for offset in 0..<count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if byte == UInt8(ascii: "\r") || previous != UInt8(ascii: "\r") { lineEnds += 1 }
        lastLineStart = offset + 1
      }
      previous = byte
    }
  }
}
