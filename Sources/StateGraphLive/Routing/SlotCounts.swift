/// Slots, and how often each was put in. Nearly always there is one.
enum SlotCounts {
  case none
  case one(SlotNumber)
  case many([SlotNumber: Int])

  var isEmpty: Bool { if case .none = self { true } else { false } }

  mutating func insert(_ slot: SlotNumber) {
    switch self {
    case .none: self = .one(slot)
    case .one(let first): self = .many(first == slot ? [slot: 2] : [first: 1, slot: 1])
    case .many(var counts):
      // In place: the copy in the enumeration has to go first.
      self = .none
      counts[slot, default: 0] += 1
      self = .many(counts)
    }
  }

  /// Once of as often as it was put in.
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

  /// Each once.
  func forEach(_ body: (SlotNumber) -> Void) {
    switch self {
    case .none: break
    case .one(let slot): body(slot)
    case .many(let counts): for slot in counts.keys { body(slot) }
    }
  }
}
