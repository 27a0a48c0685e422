/// Splits SQL text into tokens by the rules of SQLite's tokenizer
/// (<https://sqlite.org/src/file/src/tokenize.c>). White space and comments are skipped.
///
/// A string, a quoted name or a comment that is not closed extends to the end of the text.
package struct SQLTokenizer: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View
  /// The number of bytes of the SQL text from the first byte of the last returned token on, with
  /// its quote.
  package private(set) var tokenByteCount = 0

  package init(_ sql: String) { rest = Substring(sql).utf8 }

  /// The number of bytes of the SQL text that follow the last returned token. A caller that reads
  /// this number before and after an expression can find the text of the expression as it was
  /// written.
  package var remainingByteCount: Int { rest.count }

  package mutating func next() -> SQLToken? {
    while let first = rest.first {
      tokenByteCount = rest.count
      switch first {
      case UInt8(ascii: " "), 0x09...0x0D: rest.removeFirst()
      case UInt8(ascii: "-") where second == first: skipLine()
      case UInt8(ascii: "/") where second == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "'"): return .string(quoted(closing: first))
      case UInt8(ascii: "\""), UInt8(ascii: "`"): return .quotedName(quoted(closing: first))
      case UInt8(ascii: "["): return .quotedName(quoted(closing: UInt8(ascii: "]")))
      case _ where Self.isPartOfWord(first):
        return .word(taken(rest.prefix(while: Self.isPartOfWord).endIndex))
      default: return .symbol(taken(rest.index(after: rest.startIndex)))
      }
    }
    return nil
  }

  private var second: UInt8? { rest.dropFirst().first }

  private mutating func taken(_ end: Substring.Index) -> String {
    defer { rest = rest[end...] }
    return String(Substring(rest[..<end]))
  }

  private mutating func skipLine() {
    rest = rest.drop { $0 != UInt8(ascii: "\n") }
  }

  private mutating func skipComment() {
    rest = rest.dropFirst(2)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") else { continue }
      rest.removeFirst()
      return
    }
  }

  /// Returns the text up to the closing quote `end`.
  ///
  /// Two closing quotes in a row stand for one quote in the text, except in square brackets.
  private mutating func quoted(closing end: UInt8) -> String {
    rest.removeFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == end {
        guard rest.first == end, end != UInt8(ascii: "]") else { break }
        rest.removeFirst()
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns whether a byte can be part of a word.
  ///
  /// Such bytes are ASCII letters, digits, `_`, `$`, and every byte of a character outside of
  /// ASCII.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}

/// A token of an SQL text. White space and comments are not tokens.
package enum SQLToken: Sendable {
  /// A keyword, a name without quotes, or a number, spelled as in the SQL text.
  case word(String)
  /// A name in double quotes, backticks or square brackets. The value does not include the quotes.
  case quotedName(String)
  /// A string in single quotes. The value does not include the quotes.
  case string(String)
  /// One character of an operator or a punctuation mark. An operator such as `<=` is two tokens.
  case symbol(String)

  /// The name that the token can be, or nil for a symbol. SQLite also accepts a string in single
  /// quotes as a name.
  package var name: String? {
    switch self {
    case .word(let name), .quotedName(let name), .string(let name): name
    case .symbol: nil
    }
  }

  /// Returns whether the token is this keyword. A name in quotes is no keyword.
  func isWord(_ keyword: String) -> Bool {
    if case .word(let word) = self { word.isSameName(as: keyword) } else { false }
  }

  /// Returns whether the token is this symbol.
  func isSymbol(_ text: String) -> Bool { isSame(as: .symbol(text)) }

  /// Returns whether SQLite treats two tokens as the same.
  ///
  /// The comparison ignores the quotes around a name. In words and names, it also ignores the case
  /// of ASCII letters.
  package func isSame(as other: SQLToken) -> Bool {
    switch (self, other) {
    case (.word(let one), .word(let two)), (.word(let one), .quotedName(let two)),
      (.quotedName(let one), .word(let two)), (.quotedName(let one), .quotedName(let two)):
      one.isSameName(as: two)
    case (.string(let one), .string(let two)), (.symbol(let one), .symbol(let two)):
      one.utf8.elementsEqual(two.utf8)
    default: false
    }
  }
}
