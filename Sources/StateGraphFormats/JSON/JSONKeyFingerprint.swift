/// A number that is equal for equal keys, and different for nearly all pairs of keys of an object.
enum JSONKeyFingerprint {
  /// For fewer than eight bytes the fingerprint is exact: it contains the bytes and their number.
  static func of(_ key: UnsafeRawBufferPointer) -> UInt64 {
    let count = UInt64(truncatingIfNeeded: key.count)
    guard key.count >= 8 else {
      var packed = count
      for byte in key { packed = packed << 8 | UInt64(byte) }
      return packed
    }
    let first = key.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let last = key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self)
    // The top bit distinguishes long keys from short ones, in which it is zero.
    return (first ^ (last << 29 | last >> 35) ^ (count &* 0x9E37_79B9_7F4A_7C15)) | 1 << 63
  }
}
