import Glibc

/// The position of the JSON reader in the text, with the line and column for error messages.
///
/// `index` and `tokenStart` are indices into the buffer of the source. If the cursor reads more
/// bytes, these indices change.
struct JSONCursor {
  let source: ByteSource
  /// The index of the next unread byte in the buffer of the source.
  var index: Int
  /// The index of the first byte of the current token in the buffer of the source.
  private(set) var tokenStart: Int

  private(set) var line = 1
  /// The offset at which the current line starts, in bytes from the start of the input.
  private var lineStart: Int64
  /// The number of UTF-8 continuation bytes on this line before the cursor.
  ///
  /// A column counts characters. The cursor therefore subtracts this number from the number of
  /// bytes.
  private var continuationBytes = 0
  /// The value of `continuationBytes` at the start of the current token, for the column of the
  /// token.
  private var tokenContinuationBytes = 0
  /// The offset after the last CR, or -1 if there was no CR.
  ///
  /// If an LF is at this offset, the CR and the LF are one line end.
  private var offsetBehindReturn: Int64 = -1

  /// Whether the cursor must keep the bytes of the next value in the buffer.
  ///
  /// The import needs the bytes of a record if it rejects the record.
  private var keepsNextValue = false
  private var keptStart: Int?
  private(set) var keptPlace: TextPlace?

  init(_ source: ByteSource) {
    self.source = source
    index = source.textStart
    tokenStart = source.textStart
    lineStart = Int64(source.textStart)
  }

  /// The next unread byte. Zero at the end of the buffer.
  ///
  /// If the byte is zero, check `isAtBufferEnd` and read more bytes if necessary.
  @inline(__always)
  var byte: UInt8 { source.bytes[index] }

  @inline(__always)
  var isAtBufferEnd: Bool { index == source.count }

  /// The bytes from the start of the current token to the cursor.
  ///
  /// The bytes are valid until the next refill.
  var tokenBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: source.bytes + tokenStart, count: index - tokenStart)
  }

  /// The offset of the next unread byte from the start of the input.
  var byteOffset: Int64 { source.baseOffset + Int64(index) }

  // MARK: - Moving

  /// Moves to the next byte that is not white space, and starts a token there.
  ///
  /// Returns that byte, or nil at the end of the input.
  @inline(__always)
  mutating func skipWhitespace() throws(ImportError) -> UInt8? {
    let byte = self.byte
    if byte > UInt8(ascii: " ") {
      startToken()
      return byte
    }
    return try skipSlowly()
  }

  @inline(__always)
  private mutating func startToken() {
    tokenStart = index
    tokenContinuationBytes = continuationBytes
  }

  private mutating func skipSlowly() throws(ImportError) -> UInt8? {
    while true {
      let byte = self.byte
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        index += 1
      case UInt8(ascii: "\n"):
        endLine(isLineFeed: true)
      case UInt8(ascii: "\r"):
        endLine(isLineFeed: false)
      case 0 where isAtBufferEnd:
        startToken()
        guard try refillToken() else { return nil }
      default:
        startToken()
        return byte
      }
    }
  }

  private mutating func endLine(isLineFeed: Bool) {
    let completesReturn = isLineFeed && offsetBehindReturn == source.baseOffset + Int64(index)
    index += 1
    if !completesReturn { line += 1 }
    lineStart = source.baseOffset + Int64(index)
    if !isLineFeed { offsetBehindReturn = lineStart }
    continuationBytes = 0
  }

  /// Moves past the key `quoted` and its colon.
  ///
  /// Does not move and returns false if the next text is different, or if the buffer ends before
  /// the colon.
  ///
  /// - Parameters:
  ///   - quoted: A key including its quotes. It must be ASCII and have no escapes.
  ///   - isBehindComma: Whether a comma must come before the key. One space may follow the comma.
  @inline(__always)
  mutating func skipKey(_ quoted: UnsafeRawBufferPointer, isBehindComma: Bool) -> Bool {
    let bytes = source.bytes
    var start = index
    if isBehindComma {
      guard bytes[start] == UInt8(ascii: ",") else { return false }
      start += 1
      if bytes[start] == UInt8(ascii: " ") { start += 1 }
    }
    let end = start + quoted.count
    guard end < source.count, bytes[end] == UInt8(ascii: ":"),
      end - (keptStart ?? start) <= source.maximumFieldBytes,
      let key = quoted.baseAddress, memcmp(bytes + start, key, quoted.count) == 0
    else { return false }
    tokenStart = start
    tokenContinuationBytes = continuationBytes
    index = end + 1
    return true
  }

  /// Adds the UTF-8 continuation bytes in the first `count` bytes of the token to
  /// `continuationBytes`.
  ///
  /// A column counts characters, so the columns of later tokens on the line depend on this number.
  mutating func countColumns(ofTokenBytes count: Int) {
    continuationBytes += UTF8Validation.continuationBytes(source.bytes + tokenStart, count: count)
  }

  /// Reads more bytes into the buffer. Returns false at the end of the input.
  ///
  /// The current token and the value that `keepFromHere` keeps stay in the buffer. All bytes before
  /// them are removed.
  mutating func refillToken() throws(ImportError) -> Bool {
    let shift = keptStart ?? tokenStart
    index -= shift
    tokenStart -= shift
    if keptStart != nil { keptStart = 0 }
    do {
      return try source.refill(keeping: shift)
    } catch {
      throw error.located(at: (keptPlace ?? tokenPlace).inFile(source.name))
    }
  }

  /// Throws if the current token or the kept value is longer than the limit of the source.
  ///
  /// `refillToken` detects an oversized token only if the token does not fit into the buffer. This
  /// check makes the result independent of the chunk size.
  func checkLength() throws(ImportError) {
    guard index - (keptStart ?? tokenStart) > source.maximumFieldBytes else { return }
    throw source.oversizeError().located(at: (keptPlace ?? tokenPlace).inFile(source.name))
  }

  // MARK: - Keeping a value

  var keepsValue: Bool { keptStart != nil }

  /// The bytes from the start of the kept value to the cursor. Empty if no value is kept.
  ///
  /// The bytes are valid until the next refill.
  var keptBytes: UnsafeRawBufferPointer {
    guard let keptStart else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: source.bytes + keptStart, count: index - keptStart)
  }

  /// Makes the cursor keep the bytes of the next value in the buffer until `keepNothing` is called.
  ///
  /// The cursor no longer keeps the bytes of an earlier value.
  mutating func keepNextValue() {
    keepNothing()
    keepsNextValue = true
  }

  mutating func keepNothing() {
    keptStart = nil
    keptPlace = nil
    keepsNextValue = false
  }

  /// Keeps the bytes in the buffer, from the start of the current token until `keepNothing` is
  /// called.
  mutating func keepFromHere() {
    keepsNextValue = false
    keptStart = tokenStart
    keptPlace = tokenPlace
  }

  /// Keeps the bytes of the value that starts at the current token, if `keepNextValue` was called.
  ///
  /// Call this if the current token is the first token of a value.
  @inline(__always)
  mutating func beginValue() {
    if keepsNextValue { keepFromHere() }
  }

  /// Moves to the end of the line on which the kept value starts.
  ///
  /// The reader calls this after an error in a file with one JSON object on each line.
  mutating func skipLineOfKeptValue() throws(ImportError) {
    guard let start = keptStart, let place = keptPlace else { return }
    index = start
    tokenStart = start
    line = Int(place.line)
    while true {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return }
      if index < source.count {
        index += 1
      } else if try !refillToken() {
        return
      }
    }
  }

  // MARK: - Places

  /// The offset, line and column at which the current token starts.
  @inline(__always)
  var tokenPlace: TextPlace {
    let offset = source.baseOffset + Int64(tokenStart)
    return TextPlace(
      byteOffset: offset,
      line: line,
      column: Int(offset - lineStart) - tokenContinuationBytes + 1
    )
  }

  /// Returns the offset, line and column of a byte of the current token.
  ///
  /// - Parameter index: The index of the byte in the buffer.
  func place(at index: Int) -> TextPlace {
    let distance = max(0, index - tokenStart)
    let within = UTF8Validation.continuationBytes(source.bytes + tokenStart, count: distance)
    let offset = source.baseOffset + Int64(index)
    return TextPlace(
      byteOffset: offset,
      line: line,
      column: Int(offset - lineStart) - tokenContinuationBytes - within + 1
    )
  }

  func error(
    _ code: ImportError.Code,
    _ message: String,
    remedy: String = "",
    at index: Int
  ) -> ImportError {
    ImportError(code, message, remedy: remedy, place: place(at: index).inFile(source.name))
  }

  /// Returns the error for text that is not valid JSON.
  ///
  /// - Parameter index: The index of the wrong byte in the buffer, or nil for the byte at the
  ///   cursor.
  func malformed(_ message: String, remedy: String = "", at index: Int? = nil) -> ImportError {
    error(.malformedJSON, message, remedy: remedy, at: index ?? self.index)
  }
}
