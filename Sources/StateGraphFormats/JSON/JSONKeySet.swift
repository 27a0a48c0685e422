/// Finds a key that occurs twice in a JSON object.
///
/// In a small object, the set compares hashes one by one. In a large object, it uses a hash table
/// with a random seed, so a hostile object with a million keys does not take quadratic time.
struct JSONKeySet {
  private static let smallCount = 16

  /// The hashes of the keys of all open objects. The keys of the innermost object are last.
  private var fingerprints: [UInt64] = []
  /// One dictionary for each large open object. It maps the object's keys to the indices of its
  /// members.
  ///
  /// The outer key is the index in `fingerprints` at which the hashes of the object start.
  private var largeSets: [Int: [[UInt8]: Int]] = [:]

  /// The index in `fingerprints` at which the hashes of a newly opened object start.
  ///
  /// When an object opens, the caller stores this index. It passes the index as `mark` to the other
  /// methods, to identify the object.
  var mark: Int { fingerprints.count }

  mutating func endObject(at mark: Int) {
    fingerprints.removeLast(fingerprints.count - mark)
    if !largeSets.isEmpty { largeSets[mark] = nil }
  }

  mutating func removeAll() {
    fingerprints.removeAll(keepingCapacity: true)
    largeSets.removeAll()
  }

  /// Adds a key to an object.
  ///
  /// If the object already contains the key, returns the index of the earlier member. Otherwise
  /// returns nil.
  ///
  /// - Parameters:
  ///   - mark: The value of the property `mark` when the object was opened.
  ///   - members: The members of the object before this one.
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
