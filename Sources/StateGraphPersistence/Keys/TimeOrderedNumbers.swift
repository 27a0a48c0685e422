/// Makes numbers that begin with the current time and end with random bits. Each number is larger
/// than the previous number.
///
/// If the clock has not advanced since the previous number, the new number has the time of the
/// previous number. Its random bits are those of the previous number plus a random amount, so that
/// nobody can guess the next number from a known number.
struct TimeOrderedNumbers {
  /// One number: its time, and the random bits after it.
  struct Number {
    /// Milliseconds since 1970, at most 48 bits.
    var milliseconds: UInt64
    var end: UInt128
  }

  /// The number of random bits. A UUID of version 7 has 74, and a ULID has 80.
  private let endBits: Int
  private var last = Number(milliseconds: 0, end: 0)

  init(endBits: Int) { self.endBits = endBits }

  /// Returns the next number, which is larger than all earlier numbers.
  ///
  /// - Parameters:
  ///   - milliseconds: The time of day, in milliseconds since 1970.
  ///   - random: 128 random bits.
  mutating func next(at milliseconds: UInt64, random: UInt128) -> Number {
    let now = min(milliseconds, 1 << 48 - 1)
    // The highest random bit starts as 0, so that the random bits can grow many times within a
    // millisecond before they overflow.
    let fresh = random & (1 << UInt128(endBits - 1) - 1)
    if now > last.milliseconds {
      last = Number(milliseconds: now, end: fresh)
    } else {
      last.end += 1 + (random >> 96)
      if last.end >> UInt128(endBits) != 0 {
        last = Number(milliseconds: last.milliseconds + 1, end: fresh)
      }
    }
    return last
  }
}
