/// A plain recogniser of RFC 8259. The reader is compared with it.
///
/// The RFC leaves three decisions to a parser. Like the reader, the grammar refuses half a
/// surrogate pair in an escape, nesting beyond a limit, and bytes that are not UTF-8. It skips a
/// byte order mark.
struct JSONGrammar {
  private var rest: ArraySlice<UInt8>
  private let maximumDepth: Int
  private var depth = 0

  private init(_ input: [UInt8], maximumDepth: Int) {
    rest = input.starts(with: [0xEF, 0xBB, 0xBF]) ? input.dropFirst(3) : input[...]
    self.maximumDepth = maximumDepth
  }

  /// Returns whether the input is one JSON value.
  static func accepts(_ input: [UInt8], maximumDepth: Int) -> Bool {
    guard String(validating: input, as: UTF8.self) != nil else { return false }
    var grammar = JSONGrammar(input, maximumDepth: maximumDepth)
    grammar.blanks()
    guard grammar.value() else { return false }
    grammar.blanks()
    return grammar.rest.isEmpty
  }

  /// Returns the text of the number at the start, or nil if there is none.
  static func number(_ rest: ArraySlice<UInt8>) -> String? {
    var grammar = JSONGrammar(Array(rest), maximumDepth: 1)
    guard grammar.number() else { return nil }
    return String(decoding: rest.dropLast(grammar.rest.count), as: UTF8.self)
  }

  private mutating func blanks() {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func value() -> Bool {
    switch rest.first {
    case UInt8(ascii: "{"): list("{", "}") { $0.string() && $0.colon() && $0.value() }
    case UInt8(ascii: "["): list("[", "]") { $0.value() }
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): take("true")
    case UInt8(ascii: "f"): take("false")
    case UInt8(ascii: "n"): take("null")
    default: number()
    }
  }

  private mutating func colon() -> Bool {
    blanks()
    guard take(":") else { return false }
    blanks()
    return true
  }

  private mutating func list(
    _ open: String,
    _ close: String,
    _ element: (inout JSONGrammar) -> Bool
  ) -> Bool {
    guard take(open), depth < maximumDepth else { return false }
    depth += 1
    defer { depth -= 1 }
    blanks()
    if take(close) { return true }
    while true {
      guard element(&self) else { return false }
      blanks()
      if take(close) { return true }
      guard take(",") else { return false }
      blanks()
    }
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return true }
      if byte < 0x20 { return false }
      if byte == UInt8(ascii: "\\"), !escape() { return false }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let letter = rest.popFirst() else { return false }
    guard letter == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(letter) }
    guard let unit = hexadecimalUnit() else { return false }
    if (0xDC00...0xDFFF).contains(unit) { return false }
    guard (0xD800...0xDBFF).contains(unit) else { return true }
    guard take("\\u"), let low = hexadecimalUnit() else { return false }
    return (0xDC00...0xDFFF).contains(low)
  }

  private mutating func hexadecimalUnit() -> UInt16? {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    // The initializer below also accepts a sign: "-000" would be zero.
    let isSigned = digits.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    guard digits.count == 4, !isSigned else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") {
      guard digits() else { return false }
    }
    if take(".") {
      guard digits() else { return false }
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return !digits.isEmpty
  }
}
