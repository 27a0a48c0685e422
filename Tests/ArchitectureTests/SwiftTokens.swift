/// The tokens of a Swift file that the architecture tests look at: identifiers, keywords and
/// punctuation. Comments and the text of string literals are left out; the code inside a string
/// interpolation stays.
///
/// This is no parser of Swift. It knows as much as is needed to match braces and to find
/// declarations in sources that swift-format has laid out.
struct SwiftTokens {
  struct Token: Equatable {
    let text: String
    /// Counted from 1.
    let line: Int
    var isIdentifier: Bool {
      text.utf8.first.map { SwiftTokens.isIdentifierByte($0) && !(48...57).contains($0) } ?? false
    }
  }

  let tokens: [Token]

  init(_ lines: [String]) {
    var scanner = Scanner(bytes: Array(lines.joined(separator: "\n").utf8))
    scanner.scanCode(untilParenthesis: false)
    tokens = scanner.tokens
  }

  static func isIdentifierByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  /// The position of the brace that closes the one at `start`, or the last position.
  func closingBrace(of start: Int) -> Int {
    var depth = 0
    for position in start..<tokens.count {
      switch tokens[position].text {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return position }
      default: break
      }
    }
    return tokens.count - 1
  }
}

private struct Scanner {
  let bytes: [UInt8]
  var position = 0
  var line = 1
  var tokens: [SwiftTokens.Token] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private func begins(with text: StaticString) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy { byte($0) == text.utf8Start[$0] }
  }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Stops after the parenthesis that closes an interpolation, or at the end.
  mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while position < bytes.count {
      if begins(with: "//") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { advance() }
      } else if begins(with: "/*") {
        skipBlockComment()
      } else if byte(0) == UInt8(ascii: "\"") || begins(with: "#\"") || begins(with: "##\"") {
        scanString()
      } else if SwiftTokens.isIdentifierByte(byte(0)) {
        scanIdentifier()
      } else if byte(0) == UInt8(ascii: " ") || byte(0) == UInt8(ascii: "\n") {
        advance()
      } else {
        if byte(0) == UInt8(ascii: "(") { depth += 1 }
        if byte(0) == UInt8(ascii: ")") {
          depth -= 1
          if untilParenthesis, depth < 0 {
            advance()
            return
          }
        }
        tokens.append(.init(text: String(UnicodeScalar(byte(0))), line: line))
        advance()
      }
    }
  }

  private mutating func skipBlockComment() {
    while position < bytes.count, !begins(with: "*/") { advance() }
    position += 2
  }

  private mutating func scanIdentifier() {
    let start = position
    while position < bytes.count, SwiftTokens.isIdentifierByte(bytes[position]) { position += 1 }
    tokens.append(.init(text: String(decoding: bytes[start..<position], as: UTF8.self), line: line))
  }

  private mutating func scanString() {
    var pounds = 0
    while byte(0) == UInt8(ascii: "#") {
      pounds += 1
      advance()
    }
    let quotes = begins(with: "\"\"\"") ? 3 : 1
    for _ in 0..<quotes { advance() }
    while position < bytes.count {
      if byte(0) == UInt8(ascii: "\\"), (0..<pounds).allSatisfy({ byte(1 + $0) == 35 }) {
        for _ in 0...pounds { advance() }
        if byte(0) == UInt8(ascii: "(") {
          advance()
          scanCode(untilParenthesis: true)
        } else if position < bytes.count {
          advance()
        }
      } else if (0..<quotes).allSatisfy({ byte($0) == UInt8(ascii: "\"") }),
        (0..<pounds).allSatisfy({ byte(quotes + $0) == 35 })
      {
        for _ in 0..<(quotes + pounds) { advance() }
        return
      } else {
        advance()
      }
    }
  }
}
