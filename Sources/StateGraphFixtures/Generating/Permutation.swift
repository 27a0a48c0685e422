/// A pseudorandom order of the numbers below a count. Each number is computed when it is needed, so
/// that a large count needs no memory.
///
/// The permutation is a Feistel network on the numbers below a power of four, which is at least the
/// count. If its result is not below the count, the result is permuted again.
struct Permutation {
  /// The largest number of numbers that can be permuted.
  static let countLimit: UInt64 = 1 << 62

  private let count: UInt64
  private let halfBitCount: UInt64
  private let seed: UInt64

  /// - Parameters:
  ///   - count: How many numbers are permuted, at most ``countLimit``.
  ///   - seed: The seed that chooses the permutation.
  init(of count: UInt64, seed: UInt64) {
    self.count = count
    self.seed = seed
    var bits: UInt64 = 1
    while bits < 31, 1 << (2 * bits) < count { bits += 1 }
    halfBitCount = bits
  }

  /// Returns the number at a position of the order. The position must be below the count.
  func number(at place: UInt64) -> UInt64 {
    var number = place
    repeat { number = permuted(number) } while number >= count
    return number
  }

  private func permuted(_ number: UInt64) -> UInt64 {
    let mask: UInt64 = (1 << halfBitCount) - 1
    var (left, right) = (number >> halfBitCount & mask, number & mask)
    for round in 0..<4 as Range<UInt64> {
      let mixed = ChoiceSequence.mixed(right ^ ChoiceSequence.mixed(seed &+ round)) & mask
      (left, right) = (right, left ^ mixed)
    }
    return left << halfBitCount | right
  }
}
