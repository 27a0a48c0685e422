/// Fields of dialects with an escape, or with blanks around fields.
///
/// These methods test each byte, which takes more time than the search of the usual dialects.
extension CSVFieldScanner {
  /// Reads the field at `fieldStart`. Returns false if it is the last one of its record.
  mutating func readEscapedField(
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> Bool {
    let first = try skipBlanks(from: fieldStart, of: &record)
    if let quote, try self.byte(at: first, of: &record) == quote {
      return try readQuotedField(from: first + 1, of: &record)
    }
    return try readPlainField(from: first, of: &record)
  }

  private mutating func readPlainField(
    from first: Int,
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> Bool {
    var content = CSVQuotedContent(start: first)
    var offset = first
    // The end of the content. Blanks behind it are not part of the field.
    var end = first
    var next = try self.byte(at: offset, of: &record)
    while let byte = next, byte != separator, !CSVRecordCursor.isLineEnd(byte) {
      if byte == escape, try !isNull(first, offset: offset, of: &record),
        try readEscape(at: offset, of: &record, to: &content)
      {
        offset += 2
        end = offset
      } else {
        if byte == 0 { noteNUL(at: offset, in: record) }
        if byte == quote, !noteStrayQuote(at: offset, in: record) {
          try skipToLineEnd(from: offset, of: &record)
          return false
        }
        offset += 1
        if !isBlank(byte) { end = offset }
      }
      next = try self.byte(at: offset, of: &record)
    }
    validate(from: first, upTo: offset, of: record)
    if !trims { end = offset }
    append(content, record: record.bytes, upTo: end, isInQuotes: false)
    if next == separator {
      moveToField(at: offset + 1)
      return true
    }
    self.end(&record, at: offset, lineEndBytes: next == nil ? 0 : 1)
    return false
  }

  private mutating func readQuotedField(
    from first: Int,
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> Bool {
    var content = CSVQuotedContent(start: first)
    var offset = first
    while true {
      guard let byte = try self.byte(at: offset, of: &record) else {
        note(.unterminatedQuote, at: fieldStart, in: record)
        end(&record, at: offset, lineEndBytes: 0)
        return false
      }
      if byte == escape, try readEscape(at: offset, of: &record, to: &content) {
        offset += 2
        continue
      }
      if byte == quote {
        guard try self.byte(at: offset + 1, of: &record) == quote else { break }
        content.append(record.bytes, upTo: offset + 1, resumingAt: offset + 2, to: scratch)
        offset += 2
        continue
      }
      if byte == 0 { noteNUL(at: offset, in: record) }
      if CSVRecordCursor.isLineEnd(byte) { noteLineEnd() }
      offset += 1
    }
    validate(from: first, upTo: offset, of: record)
    append(content, record: record.bytes, upTo: offset, isInQuotes: true)
    let behind = try skipBlanks(from: offset + 1, of: &record)
    return try readBehindQuote(at: behind, of: &record)
  }

  /// Adds the character of the escape at `offset` to the content. Returns false if the input ends
  /// behind the escape, which is then a part of the text.
  private mutating func readEscape(
    at offset: Int,
    of record: inout CSVRecordCursor,
    to content: inout CSVQuotedContent
  ) throws(ImportError) -> Bool {
    guard let byte = try self.byte(at: offset + 1, of: &record) else { return false }
    if CSVRecordCursor.isLineEnd(byte) { noteLineEnd() }
    guard escape == UInt8(ascii: "\\"), let character = Self.character(byte) else {
      // The byte behind the escape stands for itself.
      if byte == 0 { noteNUL(at: offset + 1, in: record) }
      content.append(record.bytes, upTo: offset, resumingAt: offset + 1, to: scratch)
      return true
    }
    if character == 0 { noteNUL(at: offset, in: record) }
    content.append(record.bytes, upTo: offset, resumingAt: offset + 2, to: scratch)
    scratch.append(character)
    return true
  }

  /// Returns the character of a letter behind a backslash, as MySQL and PostgreSQL write it.
  private static func character(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0"): 0
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "t"): 9
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "v"): 11
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "Z"): 26
    default: nil
    }
  }

  /// Returns whether a field consists of the escape and `N`, which stands for NULL.
  private func isNull(
    _ first: Int,
    offset: Int,
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> Bool {
    guard offset == first, try self.byte(at: offset + 1, of: &record) == UInt8(ascii: "N") else {
      return false
    }
    let behind = try skipBlanks(from: offset + 2, of: &record)
    guard let byte = try self.byte(at: behind, of: &record) else { return true }
    return byte == separator || CSVRecordCursor.isLineEnd(byte)
  }

  /// Returns the offset of the first byte that is not a blank, if the dialect ignores blanks.
  private func skipBlanks(
    from start: Int,
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> Int {
    var offset = start
    while trims, let byte = try self.byte(at: offset, of: &record), isBlank(byte) { offset += 1 }
    return offset
  }

  func isBlank(_ byte: UInt8) -> Bool {
    (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) && byte != separator
  }

  /// Returns the byte at `offset`, or nil at the end of the input.
  private func byte(
    at offset: Int,
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> UInt8? {
    if !record.isInBuffer(offset) {
      guard try record.refill(), record.isInBuffer(offset) else { return nil }
    }
    return record.bytes[offset]
  }
}
