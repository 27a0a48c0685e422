import StateGraphLive
import StateGraphSQLite

/// Stores slots by number. In the registry of live results, a slot is a result in memory. In the
/// registry of cells, a slot is the address of a cell.
///
/// The router refers to each slot by its number.
struct NumberedSlots<Slot> {
  private var slots: [Slot?] = []
  private var freeNumbers: [SlotNumber] = []

  /// Adds a slot and returns its number. The number of a removed slot may be used again.
  mutating func insert(_ slot: Slot) -> SlotNumber {
    guard let number = freeNumbers.popLast() else {
      slots.append(slot)
      return slots.count - 1
    }
    slots[number] = slot
    return number
  }

  /// Removes the slot with this number and returns it.
  ///
  /// Returns nil if the slot was already removed. A slot that is added later may get the same
  /// number.
  mutating func remove(_ number: SlotNumber) -> Slot? {
    guard let slot = slots[number] else { return nil }
    slots[number] = nil
    freeNumbers.append(number)
    return slot
  }

  /// Removes all slots.
  ///
  /// Their numbers are not used again, because the owner of a number may still call ``remove(_:)``.
  mutating func removeAll() {
    slots = Array(repeating: nil, count: slots.count)
    freeNumbers = []
  }

  /// The number of slots.
  var count: Int { slots.count { $0 != nil } }

  /// Returns at most `limit` slots, those with the smallest numbers.
  func first(_ limit: Int) -> [Slot] { Array(slots.lazy.compactMap { $0 }.prefix(limit)) }

  subscript(number: SlotNumber) -> Slot? { slots[number] }
}
