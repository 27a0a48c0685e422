/// The digits and the exponent of a decimal number.
///
/// The value of the number is the significand times ten to the power of the exponent.
@usableFromInline
package struct JSONDecimal {
  @usableFromInline package let isNegative: Bool
  /// The digits as one integer, without the decimal point.
  ///
  /// If `overflowed` is true, this integer is wrong.
  @usableFromInline var significand: UInt64 = 0
  @usableFromInline var overflowed = false
  @usableFromInline package var exponent = 0

  @inlinable
  package init(isNegative: Bool) {
    self.isNegative = isNegative
  }

  @inlinable
  package mutating func append(digit: UInt8) {
    let (product, one) = significand.multipliedReportingOverflow(by: 10)
    let (sum, two) = product.addingReportingOverflow(UInt64(digit))
    significand = sum
    if one || two { overflowed = true }
  }

  @inlinable
  package mutating func append(fractionDigit: UInt8) {
    append(digit: fractionDigit)
    exponent -= 1
  }

  /// The value as an integer, or nil if the value does not fit into 64 bits. `-0` becomes 0.
  ///
  /// This property ignores the exponent. Use it only for a number without a fraction and an
  /// exponent.
  package var integer: Int64? {
    guard !overflowed else { return nil }
    if !isNegative { return Int64(exactly: significand) }
    let magnitudeOfMinimum = UInt64(1) << 63
    if significand == magnitudeOfMinimum { return .min }
    return Int64(exactly: significand).map { -$0 }
  }

  /// The reason why a number cannot be converted to a finite `Double` without becoming zero.
  package enum RangeError: Error {
    case tooLarge
    /// The number is not zero, but the nearest double is zero.
    case tooSmall
  }

  /// Returns the double that is nearest to the number. `-0.0` keeps its sign.
  ///
  /// - Parameter literal: The text of the number. This method parses it if `significand` or the
  ///   power of ten is not an exact double.
  package func real(literal: UnsafeBufferPointer<UInt8>) throws(RangeError) -> Double {
    // Both operands are exact doubles, so the result is rounded only once. It is the nearest
    // double.
    let largestExactInteger = UInt64(1) << 53
    if !overflowed, significand <= largestExactInteger, abs(exponent) < Self.exactPowers.count {
      let power = Self.exactPowers[abs(exponent)]
      let magnitude = Double(significand)
      let value = exponent < 0 ? magnitude / power : magnitude * power
      return isNegative ? -value : value
    }
    guard let value = Double(String(decoding: literal, as: UTF8.self)), value.isFinite else {
      throw .tooLarge
    }
    guard value != 0 || significand == 0 && !overflowed else { throw .tooSmall }
    return value
  }

  /// Returns true if `description` of the double is the text from which the digits come, which has
  /// no exponent. False if this quick check cannot tell.
  ///
  /// A double keeps 15 digits, so it has no shorter text. Swift writes numbers of ordinary size
  /// without an exponent.
  func hasText(of value: Double) -> Bool {
    !overflowed && significand < 1_000_000_000_000_000
      && (exponent == -1 || significand % 10 != 0)
      && (significand == 0 || value.magnitude >= 0.001)
  }

  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
