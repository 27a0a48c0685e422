extension JSONReader {
  /// Reads the number at the cursor.
  ///
  /// A number that is valid JSON and does not fit is read to its end before this throws, so that
  /// the caller may reject the record and go on: `canContinue` is true then.
  func readNumber() throws(ImportError) -> JSONToken {
    var number = JSONDecimal(isNegative: source.bytes[cursor] == UInt8(ascii: "-"))
    if number.isNegative { cursor += 1 }
    try readInteger(into: &number)
    var isInteger = true
    if try peekNumber() == UInt8(ascii: ".") {
      isInteger = false
      cursor += 1
      let digits = try readDigits { number.append(fractionDigit: $0) }
      guard digits > 0 else { throw malformed("expected a digit after the decimal point") }
    }
    let marker = try peekNumber()
    if marker == UInt8(ascii: "e") || marker == UInt8(ascii: "E") {
      isInteger = false
      cursor += 1
      try readExponent(into: &number)
    }
    try checkLength()
    endValue()
    if isInteger {
      guard let integer = number.integer else {
        throw outOfRange("an integer does not fit 64 bits", "Write it as a string")
      }
      return .integer(integer)
    }
    let literal = UnsafeBufferPointer(start: source.bytes + tokenStart, count: cursor - tokenStart)
    do {
      return .real(try number.real(literal: literal))
    } catch {
      let extent = error == .tooLarge ? "large" : "near zero"
      throw outOfRange("a number is too \(extent) for a 64-bit real", "Write it as a string")
    }
  }

  private func readInteger(into number: inout JSONDecimal) throws(ImportError) {
    let first = try peekNumber()
    if first == UInt8(ascii: "0") {
      cursor += 1
      let next = try peekNumber()
      guard !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else {
        throw malformed("a number may not start with a zero", remedy: "Write it as a string")
      }
      return
    }
    let digits = try readDigits { number.append(digit: $0) }
    guard digits > 0 else { throw malformed("expected a digit after the minus sign") }
  }

  private func readExponent(into number: inout JSONDecimal) throws(ImportError) {
    let sign = try peekNumber()
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { cursor += 1 }
    var exponent = 0
    // Beyond five digits the value is zero or infinite whatever they are; the literal decides.
    let digits = try readDigits { if exponent < 100_000 { exponent = exponent * 10 + Int($0) } }
    guard digits > 0 else { throw malformed("expected a digit in the exponent") }
    number.exponent += sign == UInt8(ascii: "-") ? -exponent : exponent
  }

  private func readDigits(_ append: (UInt8) -> Void) throws(ImportError) -> Int {
    var count = 0
    while true {
      let digit = source.bytes[cursor] &- UInt8(ascii: "0")
      if digit < 10 {
        append(digit)
        count += 1
        cursor += 1
      } else if cursor == source.count {
        guard try refillToken() else { return count }
      } else {
        return count
      }
    }
  }

  /// The byte at the cursor, or zero at the end of the input.
  private func peekNumber() throws(ImportError) -> UInt8 {
    if cursor == source.count { _ = try refillToken() }
    return source.bytes[cursor]
  }

  private func outOfRange(_ message: String, _ remedy: String) -> ImportError {
    isAtToken = true
    return error(.wrongType, message, remedy: remedy, at: tokenStart)
  }
}
