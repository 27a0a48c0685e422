import Glibc

/// A set of byte strings, the keys, in which each key has a number. The first inserted key has the
/// number 0.
///
/// One array stores the bytes of all keys. A key needs 13 to 19 more bytes, and no memory
/// allocation. The hash function has a random seed, so that an attacker cannot write many keys with
/// the same hash.
struct KeyTable {
  private var bytes: [UInt8] = []
  /// One element for each key: the offset in `bytes` at which the key ends.
  ///
  /// The key begins at the end of the previous key.
  private var ends: [Int] = []
  /// The hash table. Its size is always a power of two.
  ///
  /// A free element is zero. Any other element is the number of a key plus one.
  private var slots = [UInt32](repeating: 0, count: 16)
  private let hash = SeededHash()

  /// The total length of all keys in bytes. The caller can use this number to limit the memory.
  var byteCount: Int { bytes.count }

  /// The number of keys in the set. The next new key gets this number.
  var count: Int { ends.count }

  /// Returns a copy of the key that has the given number. Traps if no key has this number.
  func key(_ number: Int) -> [UInt8] { Array(bytes[range(number)]) }

  /// Returns the number of a key, or nil if the set does not contain the key.
  func number(of key: [UInt8]) -> Int? { key.withUnsafeBytes { number(of: $0) } }

  /// Returns the number of the key in a buffer, or nil if the set does not contain the key.
  ///
  /// Does not copy the key.
  func number(of key: KeyBuffer) -> Int? { key.withBytes { number(of: $0) } }

  private func number(of key: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[find(key)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Inserts a key. Returns the key's number, and whether the key was new in the set.
  mutating func insert(_ key: [UInt8]) -> (number: Int, isNew: Bool) {
    key.withUnsafeBytes { insert($0) }
  }

  /// Inserts a copy of the key in a buffer. Returns the key's number, and whether the key was
  /// new.
  mutating func insert(_ key: KeyBuffer) -> (number: Int, isNew: Bool) {
    key.withBytes { insert($0) }
  }

  private mutating func insert(_ key: UnsafeRawBufferPointer) -> (number: Int, isNew: Bool) {
    let slot = find(key)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    slots[slot] = UInt32(ends.count)
    if ends.count * 4 > slots.count * 3 { grow() }
    return (ends.count - 1, true)
  }

  mutating func removeAll() {
    bytes.removeAll()
    ends.removeAll()
    slots = [UInt32](repeating: 0, count: 16)
  }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Returns the index in `slots` at which the key is stored.
  ///
  /// If the set does not contain the key, returns the index of the free element for the key.
  private func find(_ key: UnsafeRawBufferPointer) -> Int {
    slots.withUnsafeBufferPointer { slots -> Int in
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: hash(key)) & mask
      while slots[slot] != 0, !holds(Int(slots[slot]) - 1, key: key) { slot = (slot + 1) & mask }
      return slot
    }
  }

  @inline(__always)
  private func holds(_ number: Int, key: UnsafeRawBufferPointer) -> Bool {
    let range = range(number)
    guard range.count == key.count else { return false }
    return bytes.withUnsafeBytes { all in
      guard let left = all.baseAddress, let right = key.baseAddress else { return key.isEmpty }
      return memcmp(left + range.lowerBound, right, key.count) == 0
    }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for number in ends.indices {
      let range = range(number)
      let code = bytes.withUnsafeBytes { hash(UnsafeRawBufferPointer(rebasing: $0[range])) }
      var slot = Int(truncatingIfNeeded: code) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(number + 1)
    }
  }
}
