extension CSVReader {
  /// Reads the field whose opening quote is at `fieldStart`. Returns false when it ended the
  /// record.
  func readQuotedField() throws(ImportError) -> Bool {
    let start = fieldStart
    let quote = dialect.quote
    var record = UnsafePointer(source.bytes + recordStart)
    var content = CSVQuotedContent(start: start + 1)
    var cursor = start + 1
    var seen: UInt64 = 0
    while true {
      cursor = quotedScan.firstStop(record, from: cursor, seen: &seen)
      let byte = record[cursor]
      if byte == quote {
        if recordStart + cursor + 1 == source.count {
          _ = try refillRecord(field: start)
          record = UnsafePointer(source.bytes + recordStart)
        }
        guard record[cursor + 1] == quote else { break }
        content.append(record, upTo: cursor + 1, resumingAt: cursor + 2, to: scratch)
        cursor += 2
        continue
      }
      if byte == 0 {
        if recordStart + cursor == source.count {
          guard try refillRecord(field: start) else {
            note(.unterminatedQuote, at: start)
            endRecord(at: cursor, lineEndBytes: 0)
            return false
          }
          record = UnsafePointer(source.bytes + recordStart)
          continue
        }
        noteNUL(at: cursor)
      }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { spansLines = true }
      cursor += 1
    }
    if !ByteScan.isASCII(seen) { validate(start + 1, cursor) }
    spans.store(content.finish(record, at: cursor, fieldStart: start, to: scratch), at: spanCount)
    spanCount += 1
    return try readBehindQuote(at: cursor + 1)
  }

  /// Only a separator, a line end or the end of the input may follow a closing quote.
  private func readBehindQuote(at cursor: Int) throws(ImportError) -> Bool {
    let byte = source.bytes[recordStart + cursor]
    if byte == dialect.separator {
      fieldStart = cursor + 1
      return true
    }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
      endRecord(at: cursor, lineEndBytes: 1)
    } else if recordStart + cursor == source.count {
      endRecord(at: cursor, lineEndBytes: 0)
    } else {
      note(.textAfterQuote, at: cursor)
      try skipToLineEnd(from: cursor)
    }
    return false
  }
}

/// Collects what a quoted field means: the record's own bytes until the first doubled quote, and
/// from then on a copy in the scratch.
struct CSVQuotedContent {
  private var pieceStart: Int
  private var scratchStart: Int?

  init(start: Int) {
    pieceStart = start
  }

  mutating func append(
    _ record: UnsafePointer<UInt8>,
    upTo end: Int,
    resumingAt next: Int,
    to scratch: ByteScratch
  ) {
    if scratchStart == nil { scratchStart = scratch.count }
    scratch.append(record + pieceStart, count: end - pieceStart)
    pieceStart = next
  }

  func finish(
    _ record: UnsafePointer<UInt8>,
    at end: Int,
    fieldStart: Int,
    to scratch: ByteScratch
  ) -> CSVFieldSpan {
    if scratchStart != nil { scratch.append(record + pieceStart, count: end - pieceStart) }
    return CSVFieldSpan(
      start: fieldStart,
      contentStart: scratchStart ?? pieceStart,
      contentLength: scratchStart.map { scratch.count - $0 } ?? end - pieceStart,
      isQuoted: true,
      isInScratch: scratchStart != nil
    )
  }
}
