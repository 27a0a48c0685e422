extension CSVReader {
  /// Reads one record, the header included. Returns false at the end of the input.
  func readRecord() throws(ImportError) -> Bool {
    if let stoppedBy { throw stoppedBy }
    spanCount = 0
    recordLength = 0
    guard try findRecordStart() else { return false }
    scratch.removeAll()
    spansLines = false
    failure = nil
    fieldStart = 0
    while try readPlainField() {}
    // Smaller chunks would have stopped within the record, whatever else is wrong with it.
    guard recordLength <= source.maximumFieldBytes else {
      throw stop(source.oversizeError(), at: oversizeFieldStart(current: fieldStart))
    }
    checkFieldCount()
    if let failure { throw failure }
    return true
  }

  /// Moves behind line ends, blank lines and comments.
  private func findRecordStart() throws(ImportError) -> Bool {
    recordStart = nextStart
    recordLine = nextLine
    while true {
      if recordStart == source.count {
        guard try refillBetweenRecords() else { return false }
      }
      let byte = source.bytes[recordStart]
      let continuesLineEnd = skipsLineFeed
      skipsLineFeed = false
      if byte == UInt8(ascii: "\n") {
        if !continuesLineEnd { recordLine += 1 }
      } else if byte == UInt8(ascii: "\r") {
        recordLine += 1
        skipsLineFeed = true
      } else if byte == dialect.commentPrefix {
        guard try skipComment() else { return false }
        continue
      } else {
        return true
      }
      recordStart += 1
    }
  }

  /// Leaves `recordStart` at the line end of the comment, which then passes for a blank line's;
  /// the comment's own line is counted there.
  private func skipComment() throws(ImportError) -> Bool {
    while true {
      if recordStart == source.count {
        guard try refillBetweenRecords() else { return false }
      }
      let byte = source.bytes[recordStart]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return true }
      recordStart += 1
    }
  }

  /// Keeps nothing: a comment may be longer than the buffer.
  private func refillBetweenRecords() throws(ImportError) -> Bool {
    let kept = recordStart
    recordStart = 0
    nextStart = 0
    do {
      return try source.refill(keeping: kept)
    } catch {
      throw stop(error, at: 0)
    }
  }

  /// Ends the record before `cursor`, where a line end or the end of the input is.
  func endRecord(at cursor: Int, lineEndBytes: Int) {
    recordLength = cursor
    nextStart = recordStart + cursor + lineEndBytes
    skipsLineFeed = lineEndBytes == 1 && source.bytes[recordStart + cursor] == UInt8(ascii: "\r")
    nextLine = recordLine + 1
    if spansLines {
      let record = UnsafePointer(source.bytes + recordStart)
      nextLine += LineCounter(record, count: cursor).lineEnds
    }
  }

  private func checkFieldCount() {
    guard failure == nil else { return }
    guard let expected = expectedFieldCount else {
      expectedFieldCount = spanCount
      return
    }
    guard spanCount != expected, !(mayEndEarly && spanCount < expected) else { return }
    let error = ImportError(
      .raggedRow,
      "expected \(expected) fields, found \(fieldCount)",
      remedy: "Check the separator, and quote fields that contain it"
    )
    note(error, at: fieldCount > expected ? spans[expected].start : recordLength)
  }
}
