/// A cache that maps the bytes of a JSON key to a `String` that was created for an earlier key.
///
/// The records of a file repeat the same few keys, so the cache avoids most allocations. The number
/// of entries is fixed, so hostile input cannot fill the memory.
struct JSONKeyCache {
  private static let slotCount = 128
  private var fingerprints = [UInt64](repeating: 0, count: slotCount)
  private var names = [String](repeating: "", count: slotCount)

  /// Returns the key as a `String`, from the cache if possible.
  ///
  /// The bytes of the key must be valid UTF-8. This method does not check them.
  mutating func name(_ key: UnsafeRawBufferPointer, fingerprint: UInt64) -> String {
    let hash = fingerprint &* 0x9E37_79B9_7F4A_7C15
    let slot = Int(truncatingIfNeeded: hash >> 57)
    if fingerprints[slot] == fingerprint, matches(names[slot], key: key) { return names[slot] }
    let name = String(decoding: key, as: UTF8.self)
    fingerprints[slot] = fingerprint
    names[slot] = name
    return name
  }

  private func matches(_ name: String, key: UnsafeRawBufferPointer) -> Bool {
    // The fingerprint of a short key contains all its bytes. If the fingerprints and the lengths
    // are equal, the keys are equal too.
    if key.count < 8, name.utf8.count == key.count { return true }
    return name.utf8.elementsEqual(key)
  }
}

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
