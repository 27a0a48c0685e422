import StateGraphCore

/// A slot (the kept result of a live query) that all nodes with the same query share. The router
/// passes changes to the slot as long as a node depends on it.
final class SharedSlot<Slot: Sendable>: Sendable {
  let slot: Slot
  private let signal: Signal
  private let registrations: [SlotRegistration]

  /// - Parameters:
  ///   - slot: The shared slot.
  ///   - signal: The slot's signal.
  ///   - registrations: The registrations of the slot in the router, which end when they are
  ///     released.
  init(_ slot: Slot, _ signal: Signal, _ registrations: [SlotRegistration]) {
    self.slot = slot
    self.signal = signal
    self.registrations = registrations
  }

  /// Makes the node that is evaluated on this thread depend on the slot.
  func depend() {
    signal.depend()
    // The router retains the slot. This object retains the registrations, and the dependent nodes
    // retain this object.
    Signal(keeping: self).depend()
  }
}
