import StateGraphLive
import StateGraphSQLite

/// The slots that a router knows by their numbers.
struct NumberedSlots<Slot> {
  private var slots: [Slot?] = []
  private var freeNumbers: [SlotNumber] = []

  /// Gives the slot a number.
  mutating func insert(_ slot: Slot) -> SlotNumber {
    guard let number = freeNumbers.popLast() else {
      slots.append(slot)
      return slots.count - 1
    }
    slots[number] = slot
    return number
  }

  /// The number may be another slot's from now on. Returns the one that had it.
  mutating func remove(_ number: SlotNumber) -> Slot? {
    guard let slot = slots[number] else { return nil }
    slots[number] = nil
    freeNumbers.append(number)
    return slot
  }

  /// No number is given to another slot, because who has one may still want to remove it.
  mutating func removeAll() {
    slots = Array(repeating: nil, count: slots.count)
    freeNumbers = []
  }

  subscript(number: SlotNumber) -> Slot? { slots[number] }
}
