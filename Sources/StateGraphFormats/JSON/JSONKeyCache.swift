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
    if fingerprints[slot] == fingerprint, matches(names[slot], key) { return names[slot] }
    let name = String(decoding: key, as: UTF8.self)
    fingerprints[slot] = fingerprint
    names[slot] = name
    return name
  }

  private func matches(_ name: String, _ key: UnsafeRawBufferPointer) -> Bool {
    // The fingerprint of a short key contains all its bytes. If the fingerprints and the lengths
    // are equal, the keys are equal too.
    if key.count < 8, name.utf8.count == key.count { return true }
    return name.utf8.elementsEqual(key)
  }
}
