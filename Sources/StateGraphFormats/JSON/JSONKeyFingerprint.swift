/// Computes a hash of a key of a JSON object.
///
/// Equal keys have equal hashes. Different keys rarely have equal hashes.
enum JSONKeyFingerprint {
  /// Returns the hash of a key.
  ///
  /// Two different keys of fewer than eight bytes never have the same hash.
  static func of(_ key: UnsafeRawBufferPointer) -> UInt64 {
    let count = UInt64(truncatingIfNeeded: key.count)
    guard key.count >= 8 else {
      var packed = count
      for byte in key { packed = packed << 8 | UInt64(byte) }
      return packed
    }
    let first = key.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let last = key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self)
    // The top bit is 1 for long keys and 0 for short keys. A long key and a short key therefore
    // never have the same hash.
    return (first ^ (last << 29 | last >> 35) ^ (count &* 0x9E37_79B9_7F4A_7C15)) | 1 << 63
  }
}
