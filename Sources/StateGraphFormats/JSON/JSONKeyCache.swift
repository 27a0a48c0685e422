/// Gives equal keys one String: all records of a file repeat the same few names.
///
/// A fixed number of slots, so that keys that never repeat cost a miss and no memory.
struct JSONKeyCache {
  private static let slotCount = 128
  private var fingerprints = [UInt64](repeating: 0, count: slotCount)
  private var names = [String](repeating: "", count: slotCount)

  /// The text of a key that is known to be valid UTF-8.
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
    // Short keys are decided by the fingerprint, which holds all of their bytes and their count.
    if key.count < 8, name.utf8.count == key.count { return true }
    return name.utf8.elementsEqual(key)
  }
}
