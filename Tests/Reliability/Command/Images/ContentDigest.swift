/// A digest of the content of a file, to recognise equal files of one run.
///
/// `Hasher` reads about one byte in a processor cycle, and took two thirds of the time of the lane
/// `images`. This digest reads 16 bytes at a time. It does not resist chosen collisions.
struct ContentDigest: Hashable {
  private var even: UInt64 = 1
  private var odd: UInt64 = 2

  init(of bytes: [UInt8]) {
    bytes.withUnsafeBytes { content in
      let end = content.count - content.count % 16
      for offset in stride(from: 0, to: end, by: 16) {
        mix(
          content.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
          content.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        )
      }
      for byte in content[end...] { mix(UInt64(byte), 0) }
    }
  }

  /// The two halves do not depend on each other, so that a processor computes them at once. A
  /// product has no effect on lower bits: the shift brings the higher bits back to them.
  private mutating func mix(_ first: UInt64, _ second: UInt64) {
    even = (even ^ first) &* 0x9e37_79b9_7f4a_7c15
    odd = (odd ^ second) &* 0x9e37_79b9_7f4a_7c15
    even ^= even >> 32
    odd ^= odd >> 32
  }
}
