/// A strict parser for JSON (RFC 8259) that returns one token for each call.
///
/// The parser builds no tree and does not recurse. It limits how deeply arrays and objects are
/// nested.
///
/// The buffer of the source contains only the current token. After a call of `keepNextValue`, the
/// buffer also contains the bytes of that value. Only one task may use a reader.
package final class JSONReader {
  package static let defaultMaximumDepth = 128

  /// The tokens that the JSON grammar allows next.
  private enum Expectation {
    case document, value, firstElement, firstKey, key, colon, commaOrEnd
  }

  package let source: ByteSource
  /// Whether several top-level values are allowed, as in JSON lines.
  ///
  /// If false, text after the first top-level value is an error.
  package var allowsSeveralDocuments = false
  /// Whether NaN is read as null, and Infinity as a number.
  var readsNamedNumbers = false
  private let maximumDepth: Int

  // The properties below skip the run-time checks of exclusive access, because each token uses
  // them several times. This is safe because only one thread uses a reader.
  @exclusivity(unchecked) private var cursor: JSONCursor
  @exclusivity(unchecked) private var strings = JSONStringReader()
  @exclusivity(unchecked) private var expectation = Expectation.document
  @exclusivity(unchecked) private var hasReadDocument = false
  /// The open arrays and objects, from the outermost to the innermost. True means an object, false
  /// an array.
  @exclusivity(unchecked) private var openContainers: [Bool] = []
  /// Whether the innermost open array or object is an object.
  ///
  /// The reader needs this for every value, so it keeps a copy outside of `openContainers`.
  @exclusivity(unchecked) private var isInObject = false
  @exclusivity(unchecked) private var openCount = 0

  /// Creates a parser for the text of `source`.
  ///
  /// - Parameter maximumDepth: The number of arrays and objects that may be open at once, from 1
  ///   to 1,000. Freeing a deeper tree could overflow the call stack.
  package init(_ source: ByteSource, maximumDepth: Int = defaultMaximumDepth) {
    precondition((1...1_000).contains(maximumDepth), "the depth limit must be in 1...1000")
    self.source = source
    self.maximumDepth = maximumDepth
    cursor = JSONCursor(source)
  }

  /// The number of arrays and objects that are open after the last token.
  package var depth: Int { openCount }

  /// The text of the last `key` or `string` token. Escapes such as `\n` are already replaced.
  ///
  /// The bytes are valid until the next call of a method of this reader.
  @inline(__always)
  package var text: UnsafeRawBufferPointer { strings.text(in: source) }

  /// Whether the last `key` or `string` token contains escapes in the input, such as `\n`.
  ///
  /// If true, `text` differs from the bytes in the input.
  var textHasEscapes: Bool { strings.hasEscapes }

  /// The text of the last `number` token.
  package var numberText: String { String(decoding: cursor.tokenBytes, as: UTF8.self) }

  /// The offset, line and column at which the last token starts.
  @inline(__always)
  package var tokenPlace: TextPlace { cursor.tokenPlace }

  /// The byte offset of the next unread byte, at which an interrupted import can resume.
  var nextByteOffset: Int64 { cursor.byteOffset }

  /// The line of the next unread byte, counted from 1.
  var nextLine: Int { cursor.line }

  // MARK: - Keeping a value

  /// The offset, line and column at which the kept value starts, or nil if no value is kept.
  ///
  /// `keepNextValue` and `keepFromHere` keep the bytes of a value.
  var keptPlace: TextPlace? { cursor.keptPlace }

  /// The bytes from the start of the kept value to the end of the last token.
  ///
  /// Empty if the reader keeps no value. The bytes are valid until the next call of a method of
  /// this reader.
  var keptBytes: UnsafeRawBufferPointer { cursor.keptBytes }

  /// Makes the reader keep the bytes of the next value in the buffer, so that `keptBytes` returns
  /// them.
  ///
  /// The reader no longer keeps the bytes of an earlier value.
  func keepNextValue() { cursor.keepNextValue() }

  func keepNothing() { cursor.keepNothing() }

  /// Makes the reader keep all bytes from the start of the last token in the buffer, so that
  /// `keptBytes` returns them.
  func keepFromHere() { cursor.keepFromHere() }

  /// Moves to the end of the line on which a bad record starts.
  ///
  /// After this call, `keptBytes` returns the bytes from the start of the record to the end of the
  /// line. Call this only in JSON lines, while the reader keeps the bytes of the record.
  func abandonLine() throws(ImportError) {
    guard cursor.keepsValue else { return }
    openContainers.removeAll()
    isInObject = false
    openCount = 0
    expectation = .document
    try cursor.skipLineOfKeptValue()
  }

  // MARK: - Tokens

  /// Reads the next token and returns it.
  ///
  /// After an error, do not call this again before `abandonLine`.
  package func next() throws(ImportError) -> JSONToken { try readToken() }

  /// Reads the key `quoted` and the colon after it, if they come next in the input.
  ///
  /// Reads nothing and returns false if the next text is different, or if the buffer ends before
  /// the colon.
  ///
  /// - Parameter quoted: A key including its quotes, which this reader has read before. It must be
  ///   ASCII and have no escapes.
  @inline(__always)
  func skipKey(_ quoted: UnsafeRawBufferPointer) -> Bool {
    let isFirst = expectation == .firstKey
    guard isFirst || expectation == .commaOrEnd && isInObject,
      cursor.skipKey(quoted, isBehindComma: !isFirst)
    else { return false }
    expectation = .value
    return true
  }

  private func readToken() throws(ImportError) -> JSONToken {
    while true {
      guard let byte = try cursor.skipWhitespace() else { return try endOfInput() }
      switch expectation {
      case .document:
        if hasReadDocument && !allowsSeveralDocuments {
          throw cursor.malformed("text after the end of the JSON value")
        }
        hasReadDocument = true
        return try readValue(byte)
      case .value:
        return try readValue(byte)
      case .firstElement:
        return try byte == UInt8(ascii: "]") ? close() : readValue(byte)
      case .firstKey:
        return try byte == UInt8(ascii: "}") ? close() : readKey(byte)
      case .key:
        return try readKey(byte)
      case .colon:
        guard byte == UInt8(ascii: ":") else {
          throw cursor.malformed("expected ':' after a key")
        }
        cursor.index += 1
        expectation = .value
      case .commaOrEnd:
        if byte == UInt8(ascii: ",") {
          cursor.index += 1
          expectation = isInObject ? .key : .value
        } else {
          guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw cursor.malformed("expected ',' or '\(isInObject ? "}" : "]")'")
          }
          return close()
        }
      }
    }
  }

  private func endOfInput() throws(ImportError) -> JSONToken {
    guard expectation == .document else {
      throw cursor.malformed("the input ends inside \(isInObject ? "an object" : "an array")")
    }
    return .end
  }

  /// Reads the value that begins with `byte` at the cursor.
  ///
  /// If the value is an array or an object, this method reads only the opening bracket.
  private func readValue(_ byte: UInt8) throws(ImportError) -> JSONToken {
    cursor.beginValue()
    switch byte {
    case UInt8(ascii: "\""):
      try strings.read(&cursor)
      endValue()
      return .string
    case UInt8(ascii: "{"):
      try open(isObject: true)
      return .beginObject
    case UInt8(ascii: "["):
      try open(isObject: false)
      return .beginArray
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try readNumber()
    case UInt8(ascii: "t"): return try readWord("true", token: .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", token: .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", token: .null)
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
      throw cursor.malformed("expected a value", remedy: "Look for a comma too many")
    case UInt8(ascii: "'"):
      throw cursor.malformed("strings need double quotes")
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      throw cursor.malformed("JSON has no comments", remedy: "Remove them")
    case UInt8(ascii: "N"), UInt8(ascii: "I"): return try readNamedNumber()
    default:
      throw cursor.malformed("expected a value")
    }
  }

  /// Reads a word that Python's `json` and JavaScript write for a number that JSON does not have.
  private func readNamedNumber() throws(ImportError) -> JSONToken {
    let isNegative = cursor.byte == UInt8(ascii: "-")
    if isNegative { cursor.index += 1 }
    while cursor.index - cursor.tokenStart < 9 {
      if cursor.isAtBufferEnd, try !cursor.refillToken() { break }
      guard (cursor.byte | 0x20) &- UInt8(ascii: "a") < 26 else { break }
      cursor.index += 1
    }
    let word = String(decoding: cursor.tokenBytes, as: UTF8.self)
    let start = cursor.tokenStart + (isNegative ? 1 : 0)
    guard ["NaN", "Infinity", "-Infinity"].contains(word) else {
      throw cursor.malformed("expected a value", at: start)
    }
    guard readsNamedNumbers else {
      throw cursor.malformed(
        "JSON has no number \(word)",
        remedy: JSONNumber.remedyForInfinity,
        at: start
      )
    }
    endValue()
    return word == "NaN" ? .null : .real(isNegative ? -.infinity : .infinity)
  }

  private func readKey(_ byte: UInt8) throws(ImportError) -> JSONToken {
    guard byte == UInt8(ascii: "\"") else {
      throw byte == UInt8(ascii: "}")
        ? cursor.malformed(
          "expected another member",
          remedy: "Remove the comma before this brace"
        )
        : cursor.malformed("expected a key in double quotes")
    }
    try strings.read(&cursor)
    expectation = .colon
    return .key
  }

  private func readNumber() throws(ImportError) -> JSONToken {
    if cursor.byte == UInt8(ascii: "-") {
      cursor.index += 1
      if cursor.isAtBufferEnd { _ = try cursor.refillToken() }
      let isNamed = cursor.byte == UInt8(ascii: "I")
      cursor.index -= 1
      if isNamed { return try readNamedNumber() }
    }
    let number = try JSONNumber(&cursor)
    endValue()
    return number.token(literal: cursor.tokenBytes)
  }

  private func open(isObject: Bool) throws(ImportError) {
    guard openCount < maximumDepth else {
      throw cursor.error(
        .tooDeep,
        "arrays and objects are nested more than \(maximumDepth) deep",
        remedy: maximumDepth < 1_000 ? "Pass --max-depth, which can be 1000" : "",
        at: cursor.tokenStart
      )
    }
    cursor.index += 1
    openContainers.append(isObject)
    isInObject = isObject
    openCount += 1
    expectation = isObject ? .firstKey : .firstElement
  }

  /// Closes the innermost array or object. The byte at the cursor must be its closing bracket.
  private func close() -> JSONToken {
    cursor.index += 1
    let wasObject = openContainers.removeLast()
    isInObject = openContainers.last == true
    openCount -= 1
    endValue()
    return wasObject ? .endObject : .endArray
  }

  private func endValue() {
    expectation = openCount == 0 ? .document : .commaOrEnd
  }

  private func readWord(_ word: StaticString, token: JSONToken) throws(ImportError) -> JSONToken {
    for offset in 0..<word.utf8CodeUnitCount {
      if cursor.isAtBufferEnd { _ = try cursor.refillToken() }
      guard cursor.byte == word.utf8Start[offset] else {
        throw cursor.malformed("expected a value", at: cursor.tokenStart)
      }
      cursor.index += 1
    }
    endValue()
    return token
  }
}
