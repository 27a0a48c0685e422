import StateGraphPersistence

/// An exact sum of integers and of multiples of 2 to the power of -60, as the oracle of a test.
struct ReferenceSum {
  private static let scale = 60
  private var integers: Int128 = 0
  /// The sum of the reals, multiplied by 2 to the power of ``scale``.
  private var reals: Int128 = 0
  private var count = 0
  private let isReal: Bool

  init(_ values: [SQLiteValue], isReal: Bool) {
    self.isReal = isReal
    for value in values {
      switch value {
      case .integer(let integer): integers += Int128(integer)
      case .real(let real):
        let shift = Double(sign: .plus, exponent: Self.scale, significand: 1)
        // Scaling by a power of two is exact, and so is the conversion of a multiple of one.
        reals += Int128(real * shift)
      default: continue
      }
      count += 1
    }
  }

  /// The result of `sum`, or the code of its error.
  var sum: SQLiteValue {
    if count == 0 { return .null }
    if isReal { return .real(Self.quotient(reals, Int128(1) << Self.scale)) }
    return Int64(exactly: integers).map { .integer($0) } ?? .text("tooBig")
  }

  var average: SQLiteValue {
    if count == 0 { return .null }
    return .real(
      isReal
        ? Self.quotient(reals, Int128(count) << Self.scale)
        : Self.quotient(integers, Int128(count))
    )
  }

  /// Returns the quotient, rounded once to the nearest `Double`. A tie goes to the even one.
  static func quotient(_ numerator: Int128, _ denominator: Int128) -> Double {
    if numerator == 0 { return 0 }
    var remainder = numerator.magnitude
    let divisor = denominator.magnitude
    var exponent = 0
    // The whole part comes first. Then digits follow until there are more than 53 of them.
    var digits = remainder / divisor
    remainder %= divisor
    while digits < UInt128(1) << 60, exponent > -1_000 {
      digits = digits << 1
      remainder = remainder << 1
      if remainder >= divisor {
        digits += 1
        remainder -= divisor
      }
      exponent -= 1
    }
    // Any rest makes the last digit odd, so that it is no tie.
    if remainder > 0 { digits |= 1 }
    let rounded = Double(digits)
    return Double(
      sign: numerator < 0 ? .minus : .plus,
      exponent: exponent,
      significand: rounded
    )
  }
}
