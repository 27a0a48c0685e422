import Glibc

/// A set of byte strings that numbers them in the order of insertion.
///
/// One array holds all keys one after another, and a hash table with open addressing holds their
/// numbers, so that a key costs its own bytes and about twelve more, and no allocation. The hash is
/// seeded, because an input could be made so that its keys collide.
struct KeyTable {
  private var bytes: [UInt8] = []
  /// Where each key ends in `bytes`; it starts where the one before it ends.
  private var ends: [Int] = []
  /// The number of a key plus one, or zero for a free slot. The count is a power of two.
  private var slots = [UInt32](repeating: 0, count: 16)
  private let hash = SeededHash()

  /// The number of bytes of all keys.
  var byteCount: Int { bytes.count }

  /// How many keys there are.
  var count: Int { ends.count }

  /// The bytes of a key.
  func key(_ number: Int) -> [UInt8] { Array(bytes[range(number)]) }

  /// The number of a key, or nil if it is not in the set.
  func number(of key: [UInt8]) -> Int? { key.withUnsafeBytes { number(of: $0) } }

  /// The number of the key that a buffer holds, or nil if it is not in the set.
  func number(of key: KeyBuffer) -> Int? { key.withBytes { number(of: $0) } }

  private func number(of key: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[find(key)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Inserts a key. Returns its number, and whether it was not in the set before.
  mutating func insert(_ key: [UInt8]) -> (number: Int, isNew: Bool) {
    key.withUnsafeBytes { insert($0) }
  }

  /// Inserts the key that a buffer holds. Returns its number, and whether it was not in the set
  /// before.
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

  /// The slot that holds the key, or the free slot where it is to be inserted.
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
