import StateGraphLive
import StateGraphSQLite

/// Slots by the numbers under which a router knows them.
struct NumberedSlots<Slot> {
  private var slots: [Slot?] = []
  private var freeNumbers: [SlotNumber] = []

  /// Adds a slot and returns its number.
  mutating func insert(_ slot: Slot) -> SlotNumber {
    guard let number = freeNumbers.popLast() else {
      slots.append(slot)
      return slots.count - 1
    }
    slots[number] = slot
    return number
  }

  /// Removes the slot with this number, and returns it. The number may be given to another slot.
  mutating func remove(_ number: SlotNumber) -> Slot? {
    guard let slot = slots[number] else { return nil }
    slots[number] = nil
    freeNumbers.append(number)
    return slot
  }

  /// Removes all slots. Their numbers are not given to other slots, because the owner of a number
  /// may still call ``remove(_:)``.
  mutating func removeAll() {
    slots = Array(repeating: nil, count: slots.count)
    freeNumbers = []
  }

  subscript(number: SlotNumber) -> Slot? { slots[number] }
}
