/// A hash function with a random seed, so that an attacker cannot make an input whose keys collide.
///
/// It hashes eight bytes at a time by folded multiplication, like wyhash
/// (https://github.com/wangyi-fudan/wyhash). Swift's `Hasher` uses SipHash, which takes several
/// times as long for keys of twenty bytes.
struct SeededHash {
  private let seed = UInt64.random(in: .min ... .max)
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
    // The low bits of the hash choose the slot in a hash table, so a last mixing step makes them
    // depend on all bytes.
    return mix(state ^ factor)
  }

  @inline(__always)
  private func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ seed).multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
