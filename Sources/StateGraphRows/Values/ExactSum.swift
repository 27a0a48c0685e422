/// The exact sum of finite floating-point numbers.
///
/// The sum is a fixed-point number that is wide enough for every Double (a "superaccumulator",
/// after Kulisch). Subtracting a number that was added before restores the previous sum exactly.
package struct ExactSum: Sendable {
  /// The number of 64-bit words (limbs) in the sum.
  ///
  /// The unit of the sum is 2^-1074, the least positive Double. 34 words have room for the sum of
  /// 2^63 greatest Doubles and for a sign.
  private static let limbCount = 34
  /// The index of the bit that represents the value 1, because bit 0 represents 2^-1074.
  private static let unitBit = 1074

  /// The sum in two's complement, with the least significant word first.
  private var limbs = ContiguousArray<UInt64>(repeating: 0, count: limbCount)

  package init() {}

  package mutating func add(_ real: Double) { accumulate(real, isNegative: real.sign == .minus) }

  package mutating func subtract(_ real: Double) {
    accumulate(real, isNegative: real.sign == .plus)
  }

  private mutating func accumulate(_ real: Double, isNegative: Bool) {
    // A subnormal number has the same exponent as the least normal numbers, so its shift is also 0.
    let isNormal = real.exponentBitPattern > 0
    let significand = real.significandBitPattern | (isNormal ? 1 << 52 : 0)
    let shift = isNormal ? Int(real.exponentBitPattern) - 1 : 0
    accumulate(UInt128(significand), shift: shift, isNegative: isNegative)
  }

  /// Adds the number `magnitude` · 2^(`shift` - 1074) to the sum, or subtracts this number if
  /// `isNegative` is true.
  private mutating func accumulate(_ magnitude: UInt128, shift: Int, isNegative: Bool) {
    var limb = shift / 64
    let low = magnitude << UInt128(shift % 64)
    let high = UInt64(truncatingIfNeeded: magnitude >> 64) >> UInt64(64 - shift % 64)
    let pieces = (UInt64(truncatingIfNeeded: low), UInt64(truncatingIfNeeded: low >> 64), high)
    limbs.withUnsafeMutableBufferPointer { limbs in
      var carry: UInt64 = 0
      func take(_ piece: UInt64) {
        let (part, first, second): (UInt64, Bool, Bool)
        if isNegative {
          (part, first) = limbs[limb].subtractingReportingOverflow(piece)
          (limbs[limb], second) = part.subtractingReportingOverflow(carry)
        } else {
          (part, first) = limbs[limb].addingReportingOverflow(piece)
          (limbs[limb], second) = part.addingReportingOverflow(carry)
        }
        carry = first || second ? 1 : 0
        limb += 1
      }
      take(pieces.0)
      take(pieces.1)
      if limb < limbs.count { take(pieces.2) }
      while carry != 0, limb < limbs.count { take(0) }
    }
  }

  /// Returns the Double that is nearest to the sum of this number and `integers`.
  ///
  /// If two Doubles are equally near, returns the one with an even significand.
  package func rounded(adding integers: Int128 = 0) -> Double {
    var sum = self
    sum.accumulate(integers.magnitude, shift: ExactSum.unitBit, isNegative: integers < 0)
    let isNegative = (sum.limbs.last ?? 0) >> 63 == 1
    if isNegative { sum.negate() }
    guard let top = sum.limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
    let topBit = top * 64 + 63 - sum.limbs[top].leadingZeroBitCount
    // A sum of at most 53 bits in units of 2^-1074 is exactly a Double, so it needs no rounding.
    guard topBit > 52 else { return Double(sign: isNegative, pattern: sum.limbs[0]) }
    let cut = topBit - 52
    var pattern = UInt64(cut) << 52 + sum.bits(from: cut)
    if sum.bit(cut - 1), pattern & 1 == 1 || sum.hasBits(below: cut - 1) { pattern += 1 }
    return Double(sign: isNegative, pattern: min(pattern, Double.infinity.bitPattern))
  }

  private mutating func negate() {
    for index in limbs.indices { limbs[index] = ~limbs[index] }
    for index in limbs.indices {
      limbs[index] &+= 1
      if limbs[index] != 0 { return }
    }
  }

  private func bit(_ index: Int) -> Bool { limbs[index / 64] >> UInt64(index % 64) & 1 == 1 }

  /// Returns 53 bits of the sum, starting with bit `index`. A Double's significand has 53 bits.
  private func bits(from index: Int) -> UInt64 {
    let (limb, shift) = (index / 64, UInt64(index % 64))
    let low = limbs[limb] >> shift
    let high = limb + 1 < limbs.count ? limbs[limb + 1] << (64 - shift) : 0
    return (low | high) & (1 << 53 - 1)
  }

  private func hasBits(below index: Int) -> Bool {
    let (limb, shift) = (index / 64, UInt64(index % 64))
    return limbs[limb] & (1 << shift - 1) != 0 || limbs[..<limb].contains { $0 != 0 }
  }
}

extension Double {
  fileprivate init(sign isNegative: Bool, pattern: UInt64) {
    self.init(bitPattern: isNegative ? pattern | 1 << 63 : pattern)
  }
}
