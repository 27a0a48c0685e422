import StateGraphCore

/// The result of a live query in memory (a slot). All graph nodes with an equal query share the
/// slot.
///
/// The slot receives changed rows while a node depends on it.
final class SharedSlot<Slot: Sendable>: Sendable {
  let slot: Slot
  private let signal: Signal
  private let registrations: [SlotRegistration]

  /// Creates an object that the nodes with an equal query share.
  ///
  /// - Parameters:
  ///   - slot: The result that the nodes share.
  ///   - signal: The graph node of the result, on which its readers depend.
  ///   - registrations: The registrations that pass changed rows to the slot. They end when this
  ///     object is released.
  init(_ slot: Slot, signal: Signal, registrations: [SlotRegistration]) {
    self.slot = slot
    self.signal = signal
    self.registrations = registrations
  }

  /// Makes the node that this thread is evaluating depend on the result.
  ///
  /// The node then retains this object, so that the slot continues to receive changes.
  func depend() {
    signal.depend()
    // This object keeps the registrations for changed rows alive. This second dependency makes the
    // dependent nodes retain this object.
    Signal(keeping: self).depend()
  }
}
