import Glibc

/// A set of byte strings that numbers its keys in the order of insertion.
///
/// One array holds the bytes of all keys, and a hash table with open addressing holds their
/// numbers. A key therefore costs its own bytes and about twelve more, and no allocation. The hash
/// is seeded, because otherwise an attacker could make an input whose keys collide.
struct KeyTable {
  private var bytes: [UInt8] = []
  /// For each key, the end of its bytes in `bytes`. The bytes begin where the previous key ends.
  private var ends: [Int] = []
  /// The hash table. A slot holds the number of a key plus one, or zero if the slot is free. The
  /// number of slots is a power of two.
  private var slots = [UInt32](repeating: 0, count: 16)
  private let hash = SeededHash()

  /// The total number of bytes of all keys.
  var byteCount: Int { bytes.count }

  /// The number of keys in the set.
  var count: Int { ends.count }

  /// Returns the bytes of the key with the given number.
  func key(_ number: Int) -> [UInt8] { Array(bytes[range(number)]) }

  /// Returns the number of a key, or nil if the set does not contain it.
  func number(of key: [UInt8]) -> Int? { key.withUnsafeBytes { number(of: $0) } }

  /// Returns the number of the key in a buffer, or nil if the set does not contain it.
  func number(of key: KeyBuffer) -> Int? { key.withBytes { number(of: $0) } }

  private func number(of key: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[find(key)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Inserts a key. Returns its number, and whether the key is new in the set.
  mutating func insert(_ key: [UInt8]) -> (number: Int, isNew: Bool) {
    key.withUnsafeBytes { insert($0) }
  }

  /// Inserts the key in a buffer. Returns its number, and whether the key is new in the set.
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

  /// Returns the slot that holds the key, or the free slot where the key is to be inserted.
  private func find(_ key: UnsafeRawBufferPointer) -> Int {
    slots.withUnsafeBufferPointer { slots -> Int in
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: hash(key)) & mask
      while slots[slot] != 0, !holds(Int(slots[slot]) - 1, key) { slot = (slot + 1) & mask }
      return slot
    }
  }

  @inline(__always)
  private func holds(_ number: Int, _ key: UnsafeRawBufferPointer) -> Bool {
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
