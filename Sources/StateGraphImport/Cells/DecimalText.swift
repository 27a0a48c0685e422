/// A decimal number as it is written, which is stored as digits and an exponent. Different
/// notations of one value are equal, such as `1.50` and `1.5`, or `100` and `1e2`. It shows whether
/// REAL would change a number.
package struct DecimalText: Equatable {
  private var isNegative = false
  /// The digits of the number as ASCII bytes, without zeros at the start and at the end. The number
  /// zero has no digits.
  private var digits: [UInt8] = []
  /// The power of ten by which the digits are multiplied. It is 0 if the number is zero.
  private var exponent = 0

  /// Parses a decimal number such as `-1.5e3`. Nil if the bytes are not a decimal number.
  package init?(_ bytes: some Collection<UInt8>) {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest.removeFirst()
    }
    var isFraction = false
    var digitCount = 0
    while let byte = rest.first, byte == UInt8(ascii: ".") || byte &- 48 < 10 {
      rest.removeFirst()
      if byte == UInt8(ascii: ".") {
        guard !isFraction else { return nil }
        isFraction = true
        continue
      }
      digitCount += 1
      if isFraction { exponent -= 1 }
      if byte != 48 || !digits.isEmpty { digits.append(byte) }
    }
    guard digitCount > 0 else { return nil }
    if let mark = rest.first {
      guard mark | 0x20 == UInt8(ascii: "e"),
        let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)), abs(power) < 1_000_000
      else { return nil }
      exponent += power
    }
    while digits.last == 48 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (exponent, isNegative) = (0, false) }
  }

  /// Returns whether `value` has all digits of the number that is written in `bytes`. If false, the
  /// type REAL would lose digits of the input.
  package static func isKept(_ value: Double, from bytes: some Collection<UInt8>) -> Bool {
    guard let written = DecimalText(bytes) else { return false }
    return DecimalText(Array("\(value)".utf8)) == written
  }
}
