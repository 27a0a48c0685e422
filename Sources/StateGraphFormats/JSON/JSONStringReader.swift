/// Reads JSON strings and replaces their escapes, such as `\n`, with characters.
struct JSONStringReader {
  /// The text of the last string, with characters in place of the escapes.
  ///
  /// Used only if the string contains escapes. The text of any other string stays in the buffer of
  /// the source.
  private let scratch = ByteScratch()
  // The control limit 0x20 makes the search stop at every control character. JSON strings must
  // not contain one.
  private let scan = ByteScan(
    first: UInt8(ascii: "\""),
    second: UInt8(ascii: "\\"),
    controlLimit: 0x20
  )
  /// The index at which the text of the last string starts.
  ///
  /// If `hasEscapes` is true, this is an index in `scratch`. Otherwise it is an index in the
  /// buffer of the source.
  private var start = 0
  private var length = 0
  /// Whether the last string contains escapes in the input. If true, its text is in `scratch`.
  private(set) var hasEscapes = false

  /// Returns the text of the last string. Escapes such as `\n` are already replaced.
  ///
  /// The bytes are valid until the cursor moves.
  @inline(__always)
  func text(in source: ByteSource) -> UnsafeRawBufferPointer {
    let base = hasEscapes ? scratch.bytes : source.bytes
    return UnsafeRawBufferPointer(start: base + start, count: length)
  }

  /// Reads the string that starts at the current token, and moves the cursor after its closing
  /// quote.
  mutating func read(_ cursor: inout JSONCursor) throws(ImportError) {
    var bytes = UnsafePointer(cursor.source.bytes + cursor.tokenStart)
    var offset = 1
    var pieceStart = 1
    var seen: UInt64 = 0
    hasEscapes = false
    while true {
      offset = scan.firstStop(bytes, from: offset, seen: &seen)
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        if !hasEscapes { scratch.removeAll() }
        hasEscapes = true
        scratch.append(bytes + pieceStart, count: offset - pieceStart)
        offset = try readEscape(at: offset, &cursor)
        bytes = UnsafePointer(cursor.source.bytes + cursor.tokenStart)
        pieceStart = offset
      } else if cursor.tokenStart + offset == cursor.source.count {
        try readMore(of: &cursor)
        bytes = UnsafePointer(cursor.source.bytes + cursor.tokenStart)
      } else {
        throw cursor.malformed(
          "a control character in a string",
          remedy: "Write it as an escape such as \\n or \\u0000",
          at: cursor.tokenStart + offset
        )
      }
    }
    cursor.index = cursor.tokenStart + offset + 1
    try cursor.checkLength()
    if !ByteScan.isASCII(seen) { try validate(bytes, count: offset, cursor: &cursor) }
    if hasEscapes {
      scratch.append(bytes + pieceStart, count: offset - pieceStart)
      start = 0
      length = scratch.count
    } else {
      start = cursor.tokenStart + 1
      length = offset - 1
    }
  }

  private func readMore(of cursor: inout JSONCursor) throws(ImportError) {
    cursor.index = cursor.source.count
    guard try cursor.refillToken() else {
      throw cursor.malformed("this string never ends", at: cursor.tokenStart)
    }
  }

  private func validate(
    _ bytes: UnsafePointer<UInt8>,
    count: Int,
    cursor: inout JSONCursor
  ) throws(ImportError) {
    let source = cursor.source
    if let bad = UTF8Validation.firstInvalid(bytes, count: count) {
      let error = ImportError.invalidText(in: "a string", source.encoding)
      throw error.located(at: cursor.place(at: cursor.tokenStart + bad).inFile(source.name))
    }
    cursor.countColumns(ofTokenBytes: count)
  }

  // MARK: - Escapes

  /// Reads one escape and appends its character to `scratch`. Returns the offset after the
  /// escape.
  ///
  /// - Parameter offset: The offset of the backslash, in bytes from the start of the token.
  private func readEscape(at offset: Int, _ cursor: inout JSONCursor) throws(ImportError) -> Int {
    let letter = try byte(at: offset + 1, &cursor)
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(letter)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): return try readUnicodeEscape(at: offset, &cursor)
    default:
      throw cursor.malformed("an unknown escape in a string", at: cursor.tokenStart + offset)
    }
    return offset + 2
  }

  private func readUnicodeEscape(
    at offset: Int,
    _ cursor: inout JSONCursor
  ) throws(ImportError) -> Int {
    let high = try hexadecimalUnit(at: offset, &cursor)
    guard high & 0xF800 == 0xD800 else {
      appendScalar(UInt32(high))
      return offset + 6
    }
    // A high surrogate is valid only if a low surrogate follows directly.
    guard
      high < 0xDC00,
      try byte(at: offset + 6, &cursor) == UInt8(ascii: "\\"),
      try byte(at: offset + 7, &cursor) == UInt8(ascii: "u")
    else { throw loneSurrogate(at: offset, cursor) }
    let low = try hexadecimalUnit(at: offset + 6, &cursor)
    guard low & 0xFC00 == 0xDC00 else { throw loneSurrogate(at: offset, cursor) }
    appendScalar(0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF)))
    return offset + 12
  }

  private func loneSurrogate(at offset: Int, _ cursor: JSONCursor) -> ImportError {
    cursor.malformed(
      "half of a surrogate pair in a string",
      remedy: "Write \\ufffd in its place, or leave the record out with --on-error skip",
      at: cursor.tokenStart + offset
    )
  }

  private func hexadecimalUnit(
    at offset: Int,
    _ cursor: inout JSONCursor
  ) throws(ImportError) -> UInt16 {
    var unit: UInt16 = 0
    for position in (offset + 2)..<(offset + 6) {
      let digit: UInt8
      let byte = try byte(at: position, &cursor)
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default:
        throw cursor.malformed(
          "\\u needs four hexadecimal digits",
          at: cursor.tokenStart + offset
        )
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Appends the Unicode scalar `value` to `scratch` as UTF-8. `value` must not be a surrogate.
  private func appendScalar(_ value: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | (value >> shift) & 0x3F) }
    switch value {
    case ..<0x80:
      scratch.append(UInt8(value))
    case ..<0x800:
      scratch.append(UInt8(0xC0 | value >> 6))
      scratch.append(continuation(0))
    case ..<0x10000:
      scratch.append(UInt8(0xE0 | value >> 12))
      scratch.append(continuation(6))
      scratch.append(continuation(0))
    default:
      scratch.append(UInt8(0xF0 | value >> 18))
      scratch.append(continuation(12))
      scratch.append(continuation(6))
      scratch.append(continuation(0))
    }
  }

  /// Returns the byte at `offset` from the start of the token. Reads more input if necessary.
  ///
  /// - Throws: If the input ends before this byte.
  private func byte(at offset: Int, _ cursor: inout JSONCursor) throws(ImportError) -> UInt8 {
    while cursor.tokenStart + offset >= cursor.source.count { try readMore(of: &cursor) }
    return cursor.source.bytes[cursor.tokenStart + offset]
  }
}
