/// The parts of a number as spreadsheets and banks write it: the digits, and around them a sign, a
/// currency or a percent sign, as in `-$1,234.56`, `5,00-`, `(5.00)`, `12 %` and `5,00 EUR`.
package struct NumberAffixes {
  /// The digits with the bytes between groups and before the fraction, without a sign.
  package private(set) var body: ArraySlice<UInt8>
  package private(set) var isNegative = false
  /// The currency or the percent sign, or nil if there is none.
  package private(set) var unit: [UInt8]?

  package static let percent = [UInt8(ascii: "%")]
  private static let currencies = [
    "$", "\u{20AC}", "\u{A3}", "\u{A5}", "\u{20B9}", "\u{20BD}", "\u{20A9}", "\u{20BA}",
    "\u{20AA}", "\u{20AB}", "\u{20B4}", "\u{E3F}", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK",
    "EUR", "GBP", "HUF", "INR", "JPY", "MXN", "NOK", "PLN", "SEK", "USD", "ZAR", "kr", "z\u{142}",
    "R$", "K\u{10D}", "Ft", "Fr.", "Rs.",
  ].map { Array($0.utf8) }
  /// The blanks of ASCII, and the two blanks without a line break that programs write in numbers.
  private static let blanks: [[UInt8]] = [[0x20], [0x09], [0xC2, 0xA0], [0xE2, 0x80, 0xAF]]

  /// Finds the parts of a field. Returns nil if the field has no digit behind the sign.
  package init?(_ field: some Collection<UInt8>) {
    body = Array(field)[...]
    var hasSign = false
    var before: Int
    repeat {
      before = body.count
      for blank in Self.blanks where body.count > blank.count {
        _ = removeFirst(blank) || removeLast(blank)
      }
      if !hasSign { hasSign = readSign() }
      if unit == nil { readUnit() }
    } while body.count < before
    guard let first = body.first, first &- 48 < 10 || ".,".utf8.contains(first) else { return nil }
  }

  private mutating func readSign() -> Bool {
    let minus = [UInt8(ascii: "-")]
    if removeFirst([UInt8(ascii: "+")]) { return true }
    // U+2212 is the minus sign of typography.
    isNegative = removeFirst(minus) || removeLast(minus) || removeFirst([0xE2, 0x88, 0x92])
    if !isNegative, body.count > 2, body.first == UInt8(ascii: "("),
      body.last == UInt8(ascii: ")")
    {
      body = body.dropFirst().dropLast()
      isNegative = true
    }
    return isNegative
  }

  private mutating func readUnit() {
    if removeLast(Self.percent) {
      unit = Self.percent
    } else {
      unit = Self.currencies.first { removeFirst($0) || removeLast($0) }
    }
  }

  private mutating func removeFirst(_ bytes: [UInt8]) -> Bool {
    guard body.starts(with: bytes) else { return false }
    body = body.dropFirst(bytes.count)
    return true
  }

  private mutating func removeLast(_ bytes: [UInt8]) -> Bool {
    guard body.suffix(bytes.count).elementsEqual(bytes) else { return false }
    body = body.dropLast(bytes.count)
    return true
  }
}
