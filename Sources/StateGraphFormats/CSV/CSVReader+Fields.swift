extension CSVReader {
  /// Reads the field at `fieldStart`, quoted or not. Returns false when it ended the record.
  func readPlainField() throws(ImportError) -> Bool {
    let start = fieldStart
    let separator = dialect.separator
    var record = UnsafePointer(source.bytes + recordStart)
    var cursor = start
    var seen: UInt64 = 0
    while true {
      cursor = plainScan.firstStop(record, from: cursor, seen: &seen)
      let byte = record[cursor]
      if byte == separator {
        endPlainField(start, cursor, seen)
        fieldStart = cursor + 1
        return true
      }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        endPlainField(start, cursor, seen)
        endRecord(at: cursor, lineEndBytes: 1)
        return false
      case 0 where recordStart + cursor == source.count:
        guard try refillRecord(field: start) else {
          endPlainField(start, cursor, seen)
          endRecord(at: cursor, lineEndBytes: 0)
          return false
        }
        record = UnsafePointer(source.bytes + recordStart)
      case 0:
        noteNUL(at: cursor)
        cursor += 1
      case dialect.quote:
        if cursor == start { return try readQuotedField() }
        note(.quoteInsideField, at: cursor)
        try skipToLineEnd(from: cursor)
        return false
      default:
        cursor += 1
      }
    }
  }

  @inline(__always)
  private func endPlainField(_ start: Int, _ end: Int, _ seen: UInt64) {
    if !ByteScan.isASCII(seen) { validate(start, end) }
    let span = CSVFieldSpan(
      start: start,
      contentStart: start,
      contentLength: end - start,
      isQuoted: false,
      isInScratch: false
    )
    spans.store(span, at: spanCount)
    spanCount += 1
  }

  func noteNUL(at offset: Int) {
    let error = ImportError(
      .malformedCSV,
      "a field contains a NUL byte",
      remedy: "Remove it with: tr -d '\\000'"
    )
    note(error, at: offset)
  }

  func validate(_ start: Int, _ end: Int) {
    let field = UnsafePointer(source.bytes + recordStart + start)
    guard let bad = UTF8Validation.firstInvalid(field, count: end - start) else { return }
    note(.invalidText(in: "a field", source.encoding), at: start + bad)
  }

  /// After a misplaced quote nothing says what is quoted, so the record ends with its line.
  func skipToLineEnd(from start: Int) throws(ImportError) {
    var cursor = start
    while true {
      let byte = source.bytes[recordStart + cursor]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        return endRecord(at: cursor, lineEndBytes: 1)
      }
      if recordStart + cursor == source.count {
        guard try refillRecord(field: fieldStart) else {
          return endRecord(at: cursor, lineEndBytes: 0)
        }
      } else {
        cursor += 1
      }
    }
  }

  /// Gets more of the current record, of which everything is kept. Moves `recordStart`.
  func refillRecord(field start: Int) throws(ImportError) -> Bool {
    let kept = recordStart
    recordStart = 0
    do {
      return try source.refill(keeping: kept)
    } catch {
      throw stop(error, at: oversizeFieldStart(current: start))
    }
  }
}

extension ImportError {
  static let quoteInsideField = ImportError(
    .malformedCSV,
    "a quote inside an unquoted field",
    remedy: "Put the whole field in quotes and double the quotes in it"
  )
  static let textAfterQuote = ImportError(
    .malformedCSV,
    "text after a closing quote",
    remedy: "Double the quotes inside the field, or check the separator"
  )
  static let unterminatedQuote = ImportError(
    .unterminatedQuote,
    "this quote is never closed",
    remedy: "Close it, or double it if it belongs to the text"
  )
}
