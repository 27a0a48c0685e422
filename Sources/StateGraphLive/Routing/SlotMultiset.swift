/// A multiset of slots (numbers of live queries). It can contain a slot several times, because a
/// live query can be registered several times under one key.
///
/// A single slot is stored without allocating a dictionary.
enum SlotMultiset {
  case none
  case one(SlotNumber)
  case many([SlotNumber: Int])

  var isEmpty: Bool { if case .none = self { true } else { false } }

  mutating func insert(_ slot: SlotNumber) {
    switch self {
    case .none: self = .one(slot)
    case .one(let first): self = .many(first == slot ? [slot: 2] : [first: 1, slot: 1])
    case .many(var counts):
      // This assignment releases the reference that `self` has to the dictionary. The next line
      // then changes the dictionary in place instead of copying it.
      self = .none
      counts[slot, default: 0] += 1
      self = .many(counts)
    }
  }

  /// Removes one occurrence of the slot. Has no effect if the slot is not in the multiset.
  mutating func remove(_ slot: SlotNumber) {
    switch self {
    case .none: break
    case .one(let first): if first == slot { self = .none }
    case .many(var counts):
      self = .none
      if let count = counts[slot] { counts[slot] = count > 1 ? count - 1 : nil }
      if !counts.isEmpty { self = .many(counts) }
    }
  }

  /// Calls `body` once for each different slot, in no particular order.
  func forEach(_ body: (SlotNumber) -> Void) {
    switch self {
    case .none: break
    case .one(let slot): body(slot)
    case .many(let counts): for slot in counts.keys { body(slot) }
    }
  }
}
