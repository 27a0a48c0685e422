/// Tells whether an object has a key already, by its bytes.
///
/// Small objects compare fingerprints one by one. Large ones use a seeded hash table, for a hostile
/// object with a million keys must not take a million times a million steps.
struct JSONKeySet {
  private static let smallCount = 16

  /// The fingerprints of the keys of all open objects, the innermost last.
  private var fingerprints: [UInt64] = []
  /// The keys of an open object with many members and their numbers, by the index at which its
  /// fingerprints start.
  private var largeSets: [Int: [[UInt8]: Int]] = [:]

  /// What `beginObject` of this moment must hand to the other calls.
  var mark: Int { fingerprints.count }

  mutating func endObject(at mark: Int) {
    fingerprints.removeLast(fingerprints.count - mark)
    if !largeSets.isEmpty { largeSets[mark] = nil }
  }

  mutating func removeAll() {
    fingerprints.removeAll(keepingCapacity: true)
    largeSets.removeAll()
  }

  /// Adds a key. When the object has it already, returns which of `members` has; these are the ones
  /// before it.
  mutating func insert(
    _ key: UnsafeRawBufferPointer,
    fingerprint: UInt64,
    mark: Int,
    members: UnsafeBufferPointer<JSONMember>
  ) -> Int? {
    let count = fingerprints.count - mark
    if count >= Self.smallCount {
      if largeSets[mark] == nil {
        largeSets[mark] = Dictionary(
          members.indices.map { (Array(members[$0].key.utf8), $0) },
          uniquingKeysWith: { first, _ in first }
        )
      }
      let bytes = Array(key)
      if let earlier = largeSets[mark]?[bytes] { return earlier }
      largeSets[mark, default: [:]][bytes] = count
    } else {
      for index in 0..<count where fingerprints[mark + index] == fingerprint {
        if members[index].key.utf8.elementsEqual(key) { return index }
      }
    }
    fingerprints.append(fingerprint)
    return nil
  }
}
