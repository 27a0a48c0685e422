import StateGraphCore

/// A slot that the router finds from the first read for as long as somebody depends on it: all who
/// ask the same share one.
final class SharedSlot<Slot: Sendable>: Sendable {
  let slot: Slot
  private let signal: Signal
  private let registrations: [SlotRegistration]

  /// - Parameter signal: The slot's.
  init(_ slot: Slot, _ signal: Signal, _ registrations: [SlotRegistration]) {
    self.slot = slot
    self.signal = signal
    self.registrations = registrations
  }

  /// The evaluation on this thread depends on the slot.
  func depend() {
    signal.depend()
    // The router holds the slot; this one holds its registrations, and is held by who depends on
    // it.
    Signal(keeping: self).depend()
  }
}
