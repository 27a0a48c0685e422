import Glibc

/// The position of the reader in the text: the next byte, the current token, and the lines and
/// columns up to there.
///
/// All positions are indexes of the source's buffer. A refill moves them.
struct JSONCursor {
  let source: ByteSource
  /// The next unread byte.
  var index: Int
  /// The first byte of the current token.
  private(set) var tokenStart: Int

  private(set) var line = 1
  /// The offset in the input at which the line starts.
  private var lineStart: Int64
  /// The number of UTF-8 continuation bytes on this line up to the cursor, which are no columns.
  /// Only strings have any.
  private var continuationBytes = 0
  /// The same number at the start of the current token.
  private var tokenContinuationBytes = 0
  /// The offset behind the last CR. An LF at that offset completes a CRLF.
  private var offsetBehindReturn: Int64 = -1

  /// Whether the next value is kept in the buffer from its first byte on.
  private var keepsNextValue = false
  private var keptStart: Int?
  private(set) var keptPlace: JSONPlace?

  init(_ source: ByteSource) {
    self.source = source
    index = source.textStart
    tokenStart = source.textStart
    lineStart = Int64(source.textStart)
  }

  /// The byte at the cursor. Zero at the end of the buffer.
  @inline(__always)
  var byte: UInt8 { source.bytes[index] }

  @inline(__always)
  var isAtBufferEnd: Bool { index == source.count }

  /// The bytes from the start of the token up to the cursor.
  var tokenBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: source.bytes + tokenStart, count: index - tokenStart)
  }

  /// The offset of the next unread byte from the start of the input.
  var byteOffset: Int64 { source.baseOffset + Int64(index) }

  // MARK: - Moving

  /// Moves to the next byte that is no whitespace, and starts a token there. Returns nil at the
  /// end.
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

  /// Moves behind `quoted` and a colon, if they are at the cursor. Returns false, and does not
  /// move, if the text is different or the buffer ends before the colon.
  ///
  /// - Parameters:
  ///   - quoted: A key in its quotes, of ASCII characters without escapes.
  ///   - isBehindComma: Whether a comma and at most one space must come before the key.
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

  /// Adds the continuation bytes of the first `count` bytes of the token, which are no columns.
  mutating func countColumns(ofTokenBytes count: Int) {
    continuationBytes += UTF8Validation.continuationBytes(source.bytes + tokenStart, count: count)
  }

  /// Reads more bytes and drops all before the token, or before the kept value. Returns false at
  /// the end of the input.
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

  /// Throws where a smaller chunk would have made `refillToken` throw.
  func checkLength() throws(ImportError) {
    guard index - (keptStart ?? tokenStart) > source.maximumFieldBytes else { return }
    throw source.oversizeError().located(at: (keptPlace ?? tokenPlace).inFile(source.name))
  }

  // MARK: - Keeping a value

  var keepsValue: Bool { keptStart != nil }

  /// Everything since the kept value began, up to the cursor; empty when nothing is kept.
  var keptBytes: UnsafeRawBufferPointer {
    guard let keptStart else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: source.bytes + keptStart, count: index - keptStart)
  }

  /// Forgets the kept value, and keeps the next one from its first byte on.
  mutating func keepNextValue() {
    keepNothing()
    keepsNextValue = true
  }

  mutating func keepNothing() {
    keptStart = nil
    keptPlace = nil
    keepsNextValue = false
  }

  /// Keeps what begins with the current token.
  mutating func keepFromHere() {
    keepsNextValue = false
    keptStart = tokenStart
    keptPlace = tokenPlace
  }

  /// The current token is the first of a value.
  @inline(__always)
  mutating func beginValue() {
    if keepsNextValue { keepFromHere() }
  }

  /// Moves to the end of the line on which the kept value begins.
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

  /// Where the current token starts.
  @inline(__always)
  var tokenPlace: JSONPlace {
    let offset = source.baseOffset + Int64(tokenStart)
    return JSONPlace(
      byteOffset: offset,
      line: line,
      column: Int(offset - lineStart) - tokenContinuationBytes + 1
    )
  }

  /// The place of a byte of the current token.
  func place(at index: Int) -> JSONPlace {
    let distance = max(0, index - tokenStart)
    let within = UTF8Validation.continuationBytes(source.bytes + tokenStart, count: distance)
    let offset = source.baseOffset + Int64(index)
    return JSONPlace(
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

  /// - Parameter index: The byte that is wrong, or nil for the one at the cursor.
  func malformed(_ message: String, remedy: String = "", at index: Int? = nil) -> ImportError {
    error(.malformedJSON, message, remedy: remedy, at: index ?? self.index)
  }
}
