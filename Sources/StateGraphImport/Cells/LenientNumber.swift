/// Reads integers that an exact import rejects, such as `5.0` and `1e3`.
///
/// The import uses this type with ``NumberPolicy/lenient``. ``NumberForm`` removes the groups of
/// digits before.
package enum LenientNumber {
  /// The largest number of digits that an integer of 64 bits can have.
  private static let digitLimit = 19

  /// Returns the value of an integer, which may be written with a fraction or an exponent.
  ///
  /// - Throws: A ``CellProblem`` if the value is not an integer of 64 bits, or is a negative zero.
  static func integer(_ text: [UInt8]) throws(CellProblem) -> Int64 {
    do {
      return try read(text, parse: NumberText.integer)
    } catch .notAnInteger {
      // The text may still have a fraction or an exponent.
    }
    // `real` throws if the text is no number, or begins with zeros that would be lost.
    let value = try real(text)
    if value == 0 {
      guard value.sign == .plus else { throw .negativeZero }
      return 0
    }
    guard let digits = integerDigits(text) else { throw .notAnInteger }
    return try read(digits, parse: NumberText.integer)
  }

  static func real(_ text: [UInt8]) throws(CellProblem) -> Double {
    try read(text, parse: NumberText.real)
  }

  static func read<Number>(
    _ text: [UInt8],
    parse: (UnsafeRawBufferPointer) throws(CellProblem) -> Number
  ) throws(CellProblem) -> Number {
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(CellProblem) in try parse(bytes) }
    }
    return try result.get()
  }

  /// Returns the real number as an integer.
  ///
  /// - Throws: A ``CellProblem`` if the value is not an integer of 64 bits, or is a negative zero.
  static func integer(_ value: Double) throws(CellProblem) -> Int64 {
    if value == 0, value.sign == .minus { throw .negativeZero }
    guard value == value.rounded() else { throw .realInInteger }
    // From 2 to the power of 53 on, a double does not represent every integer. The input may
    // therefore contain another integer than `value`.
    guard value.magnitude < 9_007_199_254_740_992, let integer = Int64(exactly: value) else {
      throw .integerTooLarge
    }
    return integer
  }

  /// Returns the text of the number as an integer without a fraction and an exponent: `1000` for
  /// `1e3`. The number must not be zero.
  ///
  /// Returns nil if the value is not an integer, or if it has too many digits for 64 bits.
  private static func integerDigits(_ text: [UInt8]) -> [UInt8]? {
    let isNegative = text.first == UInt8(ascii: "-")
    let parts = text[(isNegative ? 1 : 0)...].split(
      maxSplits: 1,
      omittingEmptySubsequences: false
    ) { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = parts[0].split(
      separator: UInt8(ascii: "."),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    var digits = mantissa.flatMap { Array($0) }
    let exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
    let count = mantissa[0].count + exponent
    if count > digits.count {
      guard count - digits.count <= digitLimit else { return nil }
      digits += [UInt8](repeating: UInt8(ascii: "0"), count: count - digits.count)
    }
    guard count > 0, digits[count...].allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
    let sign: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    return sign + digits[..<count].drop { $0 == UInt8(ascii: "0") }
  }
}
