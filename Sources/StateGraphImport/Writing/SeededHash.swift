/// A hash function with a random seed for each instance. An attacker who does not know the seed
/// cannot write an input whose keys all have the same hash.
///
/// The function hashes eight bytes at a time, and folds the two halves of each 128-bit product
/// together, like wyhash (https://github.com/wangyi-fudan/wyhash). Swift's `Hasher` uses SipHash,
/// which takes several times as long for keys of twenty bytes.
struct SeededHash {
  private let seed = UInt64.random(in: .min ... .max)
  /// The random factor of each multiplication. It is odd, because multiplication by an odd number
  /// loses no bits.
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
    // A hash table uses only the low bits of the hash. This last step makes them depend on all
    // bytes of the key.
    return mix(state ^ factor)
  }

  @inline(__always)
  private func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ seed).multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
