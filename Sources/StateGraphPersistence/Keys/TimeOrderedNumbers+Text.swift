import FoundationEssentials

extension TimeOrderedNumbers.Number {
  /// The number as a UUID of version 7 (RFC 9562, section 5.7).
  ///
  /// The UUID consists of 48 bits of time, 4 bits of version, 12 random bits, 2 bits of variant and
  /// 62 random bits.
  var uuidV7: UUID {
    let high = UInt64(milliseconds) << 16 | 0x7000 | UInt64(end >> 62) & 0x0FFF
    let low = 1 << 63 | UInt64(truncatingIfNeeded: end) & (1 << 62 - 1)
    func byte(_ number: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: number >> (56 - 8 * index))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
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
