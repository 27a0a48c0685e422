/// A hash function with a random seed for each instance.
///
/// An attacker does not know the seed, and therefore cannot write many keys with the same hash.
///
/// The function hashes eight bytes at a time and multiplies them, like wyhash
/// (https://github.com/wangyi-fudan/wyhash). For keys of twenty bytes, Swift's `Hasher` takes
/// several times as long.
struct SeededHash {
  private let seed = UInt64.random(in: .min ... .max)
  /// The random factor of each multiplication.
  ///
  /// The factor is odd, because multiplication by an odd number loses no bits.
  private let factor = UInt64.random(in: .min ... .max) | 1

  @inline(__always)
  func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset &+ 8 <= bytes.count {
      state = mix(state ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    if offset < bytes.count {
      var rest: UInt64 = 0
      for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
      state = mix(state ^ rest)
    }
    // A hash table uses only the low bits of the hash. The last call of `mix` makes these bits
    // depend on all bytes of the key.
    return mix(state ^ factor)
  }

  @inline(__always)
  private func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ seed).multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
