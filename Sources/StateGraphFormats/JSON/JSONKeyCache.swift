/// Returns the same String for equal keys, because all records of a file repeat a few names.
///
/// The number of slots is fixed, so that keys that never repeat take no memory.
struct JSONKeyCache {
  private static let slotCount = 128
  private var fingerprints = [UInt64](repeating: 0, count: slotCount)
  private var names = [String](repeating: "", count: slotCount)

  /// The text of a key, which must be valid UTF-8.
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
    // The fingerprint of a short key contains all its bytes and their number.
    if key.count < 8, name.utf8.count == key.count { return true }
    return name.utf8.elementsEqual(key)
  }
}
