import StateGraphCore

/// The result of a live query in memory (a slot), which all nodes with an equal query share. The
/// slot receives changed rows as long as a node depends on it.
final class SharedSlot<Slot: Sendable>: Sendable {
  let slot: Slot
  private let signal: Signal
  private let registrations: [SlotRegistration]

  /// - Parameters:
  ///   - slot: The result that the nodes share.
  ///   - signal: The graph node of the result, on which its readers depend.
  ///   - registrations: The registrations that pass changed rows to the slot. They end when this
  ///     object is released.
  init(_ slot: Slot, _ signal: Signal, _ registrations: [SlotRegistration]) {
    self.slot = slot
    self.signal = signal
    self.registrations = registrations
  }

  /// Makes the node that this thread is evaluating depend on the result. The node then also retains
  /// this object, so that the slot receives changes.
  func depend() {
    signal.depend()
    // The router retains the slot, and this object retains the registrations in the router. This
    // second dependency makes the dependent nodes retain this object.
    Signal(keeping: self).depend()
  }
}
