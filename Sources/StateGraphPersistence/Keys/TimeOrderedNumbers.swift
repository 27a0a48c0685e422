import FoundationEssentials
import StateGraphThreads

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

extension TimeOrderedNumbers.Number {
  /// The number as a UUID of version 7 (RFC 9562, section 5.7).
  ///
  /// The UUID consists of 48 bits of time, 4 bits of version, 12 random bits, 2 bits of variant and
  /// 62 random bits.
  var uuidV7: UUID {
    let high = UInt64(milliseconds) << 16 | 0x7000 | UInt64(end >> 62) & 0x0FFF
    let low = 1 << 63 | UInt64(truncatingIfNeeded: end) & (1 << 62 - 1)
    func byte(_ number: UInt64, at index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: number >> (56 - 8 * index))
    }
    return UUID(
      uuid: (
        byte(high, at: 0), byte(high, at: 1), byte(high, at: 2), byte(high, at: 3),
        byte(high, at: 4), byte(high, at: 5),
        byte(high, at: 6), byte(high, at: 7), byte(low, at: 0), byte(low, at: 1), byte(low, at: 2),
        byte(low, at: 3),
        byte(low, at: 4), byte(low, at: 5), byte(low, at: 6), byte(low, at: 7)
      )
    )
  }

  /// The number as a ULID: 48 bits of time and 80 random bits, as 26 digits of 5 bits each.
  var ulid: String {
    let bits = UInt128(milliseconds) << 80 | end
    // The digits of Crockford's Base32. Their bytes are in ascending order, so that texts sort like
    // numbers.
    let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    let bytes = (0..<26).map { digits[Int(truncatingIfNeeded: bits >> UInt128(125 - 5 * $0)) & 31] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Makes the time-ordered identifiers of this process: UUIDs of version 7, and ULIDs. All threads
/// share one sequence of each kind.
final class TimeOrderedKeys: Sendable {
  private static let uuids = TimeOrderedKeys(endBits: 74)
  private static let ulids = TimeOrderedKeys(endBits: 80)

  private let numbers: Guarded<TimeOrderedNumbers>

  private init(endBits: Int) { numbers = Guarded(TimeOrderedNumbers(endBits: endBits)) }

  static func uuid() -> UUID { uuids.next().uuidV7 }
  static func ulid() -> String { ulids.next().ulid }

  private func next() -> TimeOrderedNumbers.Number {
    let seconds = Date().timeIntervalSince1970
    let milliseconds = UInt64(max(0, min(seconds * 1_000, 281_474_976_710_655)))
    let random =
      UInt128(UInt64.random(in: 0...UInt64.max)) << 64 | UInt128(UInt64.random(in: 0...UInt64.max))
    return numbers.withLock { $0.next(at: milliseconds, random: random) }
  }
}
