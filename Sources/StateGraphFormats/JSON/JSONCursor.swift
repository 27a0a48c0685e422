import Glibc

/// The position of the JSON reader in the text: the next byte, the current token, and the line and
/// column.
///
/// All positions are indexes into the buffer of the source. Reading more bytes changes them.
struct JSONCursor {
  let source: ByteSource
  /// The index of the next unread byte.
  var index: Int
  /// The index of the first byte of the current token.
  private(set) var tokenStart: Int

  private(set) var line = 1
  /// The offset in the input at which the current line starts.
  private var lineStart: Int64
  /// The number of UTF-8 continuation bytes on this line up to the cursor. They are subtracted to
  /// get the column, which counts characters. Only strings contain such bytes.
  private var continuationBytes = 0
  /// The value of `continuationBytes` at the start of the current token.
  private var tokenContinuationBytes = 0
  /// The offset after the last CR; -1 if there was none. An LF at that offset completes a CRLF and
  /// begins no further line.
  private var offsetBehindReturn: Int64 = -1

  /// Whether the reader keeps the bytes of the next value in the buffer, from its first byte on.
  private var keepsNextValue = false
  private var keptStart: Int?
  private(set) var keptPlace: JSONPlace?

  init(_ source: ByteSource) {
    self.source = source
    index = source.textStart
    tokenStart = source.textStart
    lineStart = Int64(source.textStart)
  }

  /// The byte at the cursor; zero at the end of the buffer.
  @inline(__always)
  var byte: UInt8 { source.bytes[index] }

  @inline(__always)
  var isAtBufferEnd: Bool { index == source.count }

  /// The bytes from the start of the token up to the cursor.
  var tokenBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: source.bytes + tokenStart, count: index - tokenStart)
  }

  /// The offset of the next unread byte, counted from the start of the input.
  var byteOffset: Int64 { source.baseOffset + Int64(index) }

  // MARK: - Moving

  /// Moves to the next byte that is not white space, and starts a token there. Returns nil at the
  /// end of the input.
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

  /// Moves after `quoted` and a colon, if both follow at the cursor. Otherwise, or if the buffer
  /// ends before the colon, returns false and does not move.
  ///
  /// - Parameters:
  ///   - quoted: A key including its quotes, of ASCII characters without escapes.
  ///   - isBehindComma: Whether the key must follow a comma and at most one space.
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

  /// Counts the UTF-8 continuation bytes among the first `count` bytes of the token, so that they
  /// are not counted as columns.
  mutating func countColumns(ofTokenBytes count: Int) {
    continuationBytes += UTF8Validation.continuationBytes(source.bytes + tokenStart, count: count)
  }

  /// Reads more bytes into the buffer. Drops all bytes before the current token, or before the
  /// value that is being kept. Returns false at the end of the input.
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

  /// Throws if the token, or the value that is being kept, is longer than the limit. `refillToken`
  /// checks this only when a chunk ends. Without this check the result would depend on the chunk
  /// size.
  func checkLength() throws(ImportError) {
    guard index - (keptStart ?? tokenStart) > source.maximumFieldBytes else { return }
    throw source.oversizeError().located(at: (keptPlace ?? tokenPlace).inFile(source.name))
  }

  // MARK: - Keeping a value

  var keepsValue: Bool { keptStart != nil }

  /// The bytes from the start of the kept value up to the cursor; empty if no value is kept.
  var keptBytes: UnsafeRawBufferPointer {
    guard let keptStart else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: source.bytes + keptStart, count: index - keptStart)
  }

  /// Stops keeping the current value. The next value is kept from its first byte on.
  mutating func keepNextValue() {
    keepNothing()
    keepsNextValue = true
  }

  mutating func keepNothing() {
    keptStart = nil
    keptPlace = nil
    keepsNextValue = false
  }

  /// Keeps all bytes from the start of the current token on.
  mutating func keepFromHere() {
    keepsNextValue = false
    keptStart = tokenStart
    keptPlace = tokenPlace
  }

  /// Tells the cursor that the current token is the first token of a value.
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

  /// The line and column at which the current token starts.
  @inline(__always)
  var tokenPlace: JSONPlace {
    let offset = source.baseOffset + Int64(tokenStart)
    return JSONPlace(
      byteOffset: offset,
      line: line,
      column: Int(offset - lineStart) - tokenContinuationBytes + 1
    )
  }

  /// Returns the line and column of a byte of the current token.
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

  /// Returns the error for a violation of the JSON grammar.
  ///
  /// - Parameter index: The index of the wrong byte, or nil for the byte at the cursor.
  func malformed(_ message: String, remedy: String = "", at index: Int? = nil) -> ImportError {
    error(.malformedJSON, message, remedy: remedy, at: index ?? self.index)
  }
}
