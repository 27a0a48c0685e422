/// A number of a JSON input, before it is converted to an integer or a double.
struct JSONNumber {
  /// The digits and the exponent of the number.
  let decimal: JSONDecimal
  /// Whether the number has no fraction and no exponent. The number then becomes an integer.
  let isInteger: Bool
  private let hasExponent: Bool

  /// Reads the number that begins at the current token, and moves the cursor after it.
  ///
  /// - Throws: If the number is not valid JSON. An example is `01`.
  init(_ cursor: inout JSONCursor) throws(ImportError) {
    var decimal = JSONDecimal(isNegative: cursor.byte == UInt8(ascii: "-"))
    if decimal.isNegative { cursor.index += 1 }
    try Self.readInteger(into: &decimal, &cursor)
    var isInteger = true
    if try Self.peek(&cursor) == UInt8(ascii: ".") {
      isInteger = false
      cursor.index += 1
      let digits = try Self.readDigits(&cursor) { decimal.append(fractionDigit: $0) }
      guard digits > 0 else { throw cursor.malformed("expected a digit after the decimal point") }
    }
    let marker = try Self.peek(&cursor)
    let hasExponent = marker == UInt8(ascii: "e") || marker == UInt8(ascii: "E")
    if hasExponent {
      isInteger = false
      cursor.index += 1
      try Self.readExponent(into: &decimal, &cursor)
    }
    try cursor.checkLength()
    self.decimal = decimal
    self.isInteger = isInteger
    self.hasExponent = hasExponent
  }

  /// Returns the token for the number.
  ///
  /// - Parameter literal: The text of the number. The token has a value only if the value has this
  ///   text, so that no digit is lost.
  func token(literal: UnsafeBufferPointer<UInt8>) -> JSONToken {
    if isInteger {
      let isNegativeZero = decimal.isNegative && decimal.integer == 0
      return isNegativeZero ? .number : decimal.integer.map { .integer($0) } ?? .number
    }
    guard let value = try? decimal.real(literal: literal) else { return .number }
    let hasText =
      !hasExponent && decimal.hasText(of: value) || value.description.utf8.elementsEqual(literal)
    return hasText ? .real(value) : .number
  }

  static let remedyForInfinity =
    "Pass --numbers lenient, which reads NaN as null, or write null, as pandas' to_json does"

  private static func readInteger(
    into decimal: inout JSONDecimal,
    _ cursor: inout JSONCursor
  ) throws(ImportError) {
    let first = try peek(&cursor)
    if first == UInt8(ascii: "0") {
      cursor.index += 1
      let next = try peek(&cursor)
      guard !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else {
        throw cursor.malformed(
          "a number may not start with a zero",
          remedy: "Write it as a string"
        )
      }
      return
    }
    let digits = try readDigits(&cursor) { decimal.append(digit: $0) }
    guard digits > 0 else { throw cursor.malformed("expected a digit after the minus sign") }
  }

  private static func readExponent(
    into decimal: inout JSONDecimal,
    _ cursor: inout JSONCursor
  ) throws(ImportError) {
    let sign = try peek(&cursor)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { cursor.index += 1 }
    var exponent = 0
    // An exponent of 100,000 or more makes the value zero or infinite. Further digits would not
    // change that, so they are skipped.
    let digits = try readDigits(&cursor) {
      if exponent < 100_000 { exponent = exponent * 10 + Int($0) }
    }
    guard digits > 0 else { throw cursor.malformed("expected a digit in the exponent") }
    decimal.exponent += sign == UInt8(ascii: "-") ? -exponent : exponent
  }

  /// Reads digits up to the first other byte, and passes the value of each digit to `append`.
  ///
  /// Returns the number of digits, which can be zero.
  @inline(__always)
  private static func readDigits(
    _ cursor: inout JSONCursor,
    append: (UInt8) -> Void
  ) throws(ImportError) -> Int {
    var count = 0
    while true {
      let digit = cursor.byte &- UInt8(ascii: "0")
      if digit < 10 {
        append(digit)
        count += 1
        cursor.index += 1
      } else if cursor.isAtBufferEnd {
        guard try cursor.refillToken() else { return count }
      } else {
        return count
      }
    }
  }

  /// Returns the byte at the cursor. Reads more input if necessary.
  ///
  /// Returns zero at the end of the input.
  private static func peek(_ cursor: inout JSONCursor) throws(ImportError) -> UInt8 {
    if cursor.isAtBufferEnd { _ = try cursor.refillToken() }
    return cursor.byte
  }
}
