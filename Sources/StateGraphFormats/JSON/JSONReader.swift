/// A strict RFC 8259 pull parser over bytes.
///
/// It keeps no tree and does not recurse: the open arrays and objects are on an explicit stack
/// with a limit. Only the current token stays in the source's buffer, or everything since
/// `keepsNextValue` was set. One reader belongs to one task.
package final class JSONReader {
  package static let defaultMaximumDepth = 128

  /// What the grammar allows next.
  enum Expectation {
    case document, value, firstElement, firstKey, key, colon, commaOrEnd
  }

  package let source: ByteSource
  /// Whether another top-level value may follow the first: JSON lines and concatenated values.
  package var allowsSeveralDocuments = false
  /// Whether the last error concerns one number only, so that `next()` goes on behind it.
  package var canContinue: Bool { isAtToken }

  let maximumDepth: Int
  let scratch = ByteScratch()
  let stringScan: ByteScan

  /// Behind `canContinue`, because the compiler checks every access to a stored property that other
  /// modules see for overlaps at run time, and this one is touched twice per token.
  var isAtToken = true
  var expectation = Expectation.document
  var hasReadDocument = false
  /// One entry for each open container: whether it is an object.
  @exclusivity(unchecked) var openContainers: [Bool] = []
  /// The last entry and the number of entries, which every value needs.
  var isInObject = false
  var openCount = 0

  /// The next unread byte, as an index of the source's buffer, like the other positions here.
  var cursor: Int
  var tokenStart: Int
  /// Where the text of a string token lies, in the buffer or in the scratch.
  var textStart = 0
  var textLength = 0
  var textIsInScratch = false

  var line = 1
  /// The offset in the input at which the line starts.
  var lineStart: Int64
  /// Continuation bytes on this line up to the cursor; they are no columns. Only strings have any.
  var continuationBytes = 0
  /// The same count at the start of the current token.
  var tokenContinuationBytes = 0
  /// The offset behind the last CR, so that an LF there is seen as the rest of a CRLF.
  var offsetBehindReturn: Int64 = -1

  /// Set to keep the next value in the buffer from its first byte on; see `JSONReader+Keeping`.
  var keepsNextValue = false
  var keptStart: Int?
  var keptPlace: JSONPlace?

  /// `maximumDepth` counts open arrays and objects; 1,000 is the most, since the trees built from
  /// the tokens are freed recursively.
  package init(_ source: ByteSource, maximumDepth: Int = defaultMaximumDepth) {
    precondition((1...1_000).contains(maximumDepth), "the depth limit must be in 1...1000")
    self.source = source
    self.maximumDepth = maximumDepth
    // A control limit of 0x20 makes every byte that a string may not hold a stop.
    stringScan = ByteScan(
      first: UInt8(ascii: "\""),
      second: UInt8(ascii: "\\"),
      controlLimit: 0x20
    )
    cursor = source.textStart
    tokenStart = source.textStart
    lineStart = Int64(source.textStart)
  }

  /// The text of the last `key` or `string` token, escapes resolved. Valid until the next call.
  package var text: UnsafeRawBufferPointer {
    let base = textIsInScratch ? scratch.bytes : source.bytes
    return UnsafeRawBufferPointer(start: base + textStart, count: textLength)
  }

  /// The number of open arrays and objects.
  package var depth: Int { openCount }

  /// Advances to the next token. After an error, call again only when `canContinue` is true.
  package func next() throws(ImportError) -> JSONToken {
    isAtToken = false
    let token = try readToken()
    isAtToken = true
    return token
  }

  private func readToken() throws(ImportError) -> JSONToken {
    while true {
      guard let byte = try skipWhitespace() else { return try endOfInput() }
      switch expectation {
      case .document:
        if hasReadDocument && !allowsSeveralDocuments {
          throw malformed("text after the end of the JSON value")
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
        guard byte == UInt8(ascii: ":") else { throw malformed("expected ':' after a key") }
        cursor += 1
        expectation = .value
      case .commaOrEnd:
        if byte == UInt8(ascii: ",") {
          cursor += 1
          expectation = isInObject ? .key : .value
        } else {
          guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw malformed("expected ',' or '\(isInObject ? "}" : "]")'")
          }
          return close()
        }
      }
    }
  }

  private func endOfInput() throws(ImportError) -> JSONToken {
    guard expectation == .document else {
      throw malformed("the input ends inside \(isInObject ? "an object" : "an array")")
    }
    return .end
  }
}
