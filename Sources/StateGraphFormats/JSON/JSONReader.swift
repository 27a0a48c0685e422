/// A strict pull parser for JSON (RFC 8259) over bytes.
///
/// The parser keeps no tree and does not recurse: the open arrays and objects are on an explicit
/// stack with a limit. Only the current token stays in the source's buffer, or everything since the
/// start of the value that `keepNextValue` asked for. One task uses a reader.
package final class JSONReader {
  package static let defaultMaximumDepth = 128

  /// What the grammar allows next.
  private enum Expectation {
    case document, value, firstElement, firstKey, key, colon, commaOrEnd
  }

  package let source: ByteSource
  /// Whether another top-level value may follow the first: JSON lines and concatenated values.
  package var allowsSeveralDocuments = false
  private let maximumDepth: Int

  // The properties below are exempt from the run-time checks of exclusive access: each token
  // touches them several times, one thread uses a reader, and no access overlaps another.
  @exclusivity(unchecked) private var cursor: JSONCursor
  @exclusivity(unchecked) private var strings = JSONStringReader()
  /// Whether the reader is between two tokens, and not at damage.
  @exclusivity(unchecked) private var isAtToken = true
  @exclusivity(unchecked) private var expectation = Expectation.document
  @exclusivity(unchecked) private var hasReadDocument = false
  /// One entry for each open container: whether it is an object.
  @exclusivity(unchecked) private var openContainers: [Bool] = []
  /// The last entry and the number of entries, which every value needs.
  @exclusivity(unchecked) private var isInObject = false
  @exclusivity(unchecked) private var openCount = 0

  /// - Parameter maximumDepth: The number of arrays and objects that may be open, from 1 to 1,000.
  ///   Deeper trees would overflow the stack when they are freed.
  package init(_ source: ByteSource, maximumDepth: Int = defaultMaximumDepth) {
    precondition((1...1_000).contains(maximumDepth), "the depth limit must be in 1...1000")
    self.source = source
    self.maximumDepth = maximumDepth
    cursor = JSONCursor(source)
  }

  /// Whether the last error concerns one number only, so that `next()` continues behind it.
  package var canContinue: Bool { isAtToken }

  /// The number of open arrays and objects.
  package var depth: Int { openCount }

  /// The text of the last `key` or `string` token, escapes resolved. Valid until the next call.
  @inline(__always)
  package var text: UnsafeRawBufferPointer { strings.text(in: source) }

  /// Whether the text of the last `key` or `string` token has escapes in the input.
  var textHasEscapes: Bool { strings.hasEscapes }

  /// Where the last token starts.
  @inline(__always)
  package var tokenPlace: JSONPlace { cursor.tokenPlace }

  /// The offset of the next unread byte, where a resumed run may start.
  var nextByteOffset: Int64 { cursor.byteOffset }

  /// The line of the next unread byte.
  var nextLine: Int { cursor.line }

  // MARK: - Keeping a value

  /// Where the kept value starts, or nil when nothing is kept.
  var keptPlace: JSONPlace? { cursor.keptPlace }

  /// Everything since the kept value began, up to the last token; empty when nothing is kept.
  var keptBytes: UnsafeRawBufferPointer { cursor.keptBytes }

  /// Forgets the kept value, and keeps the next one from its first byte on.
  func keepNextValue() { cursor.keepNextValue() }

  func keepNothing() { cursor.keepNothing() }

  /// Keeps what begins with the last token.
  func keepFromHere() { cursor.keepFromHere() }

  /// Drops the kept value and continues at the end of the line on which it began, as if a top-level
  /// value had ended there. `keptBytes` holds the rest of that line afterwards.
  ///
  /// Call only when a value is kept, and one line holds one top-level value.
  func abandonLine() throws(ImportError) {
    guard cursor.keepsValue else { return }
    openContainers.removeAll()
    isInObject = false
    openCount = 0
    expectation = .document
    try cursor.skipLineOfKeptValue()
    isAtToken = true
  }

  // MARK: - Tokens

  /// Advances to the next token. After an error, call again only when `canContinue` is true.
  package func next() throws(ImportError) -> JSONToken {
    isAtToken = false
    let token = try readToken()
    isAtToken = true
    return token
  }

  /// Reads a key that has the same bytes as `quoted`, and the colon behind it. `tokenPlace` is the
  /// place of the key then. Returns false, and reads nothing, if other text follows or the buffer
  /// ends before the colon.
  ///
  /// - Parameter quoted: A key in its quotes, of ASCII characters without escapes, that the reader
  ///   has read before.
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

  /// Reads the value whose first byte is at the cursor.
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
    case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
    case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
      throw cursor.malformed("expected a value", remedy: "Look for a comma too many")
    case UInt8(ascii: "'"):
      throw cursor.malformed("strings need double quotes")
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      throw cursor.malformed("JSON has no comments")
    default:
      throw cursor.malformed("expected a value")
    }
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

  /// Reads a number to its end, even if the number does not fit. The caller may then reject the
  /// record and continue: `canContinue` is true.
  private func readNumber() throws(ImportError) -> JSONToken {
    let number = try JSONNumber(&cursor)
    endValue()
    do {
      return try number.token(at: &cursor)
    } catch {
      isAtToken = true
      throw error
    }
  }

  private func open(isObject: Bool) throws(ImportError) {
    guard openCount < maximumDepth else {
      throw cursor.error(
        .tooDeep,
        "arrays and objects are nested more than \(maximumDepth) deep",
        at: cursor.tokenStart
      )
    }
    cursor.index += 1
    openContainers.append(isObject)
    isInObject = isObject
    openCount += 1
    expectation = isObject ? .firstKey : .firstElement
  }

  /// Call only when the byte at the cursor closes the innermost container.
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

  private func readWord(_ word: StaticString, _ token: JSONToken) throws(ImportError) -> JSONToken {
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
