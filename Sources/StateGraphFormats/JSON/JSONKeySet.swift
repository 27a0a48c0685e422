/// Finds a key that a JSON object repeats. Contains the keys of all objects that are still open,
/// and compares keys by bytes.
///
/// For small objects it compares fingerprints one by one. For large ones it uses a hash table with
/// a random seed, so that a hostile object with a million keys does not take quadratic time.
struct JSONKeySet {
  private static let smallCount = 16

  /// The fingerprints of the keys of all open objects. Those of the innermost object come last.
  private var fingerprints: [UInt64] = []
  /// For each open object with many members: its keys, with the index of the member for each. The
  /// key of the outer dictionary is the index in `fingerprints` at which the object starts.
  private var largeSets: [Int: [[UInt8]: Int]] = [:]

  /// The index at which the fingerprints of a new object start. Pass it as `mark` for that object.
  var mark: Int { fingerprints.count }

  mutating func endObject(at mark: Int) {
    fingerprints.removeLast(fingerprints.count - mark)
    if !largeSets.isEmpty { largeSets[mark] = nil }
  }

  mutating func removeAll() {
    fingerprints.removeAll(keepingCapacity: true)
    largeSets.removeAll()
  }

  /// Adds a key. If the object already contains the key, returns the index of the earlier member.
  ///
  /// - Parameter members: The members of the object before this one.
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
