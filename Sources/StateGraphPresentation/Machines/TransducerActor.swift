import Logging

/// Owns a running machine: shows its state, and takes its events.
@MainActor
public protocol TransducerActor<Transducer> {
  /// The type of the machine.
  associatedtype Transducer: BaseTransducer

  /// The present state.
  var state: Transducer.State { get }
  /// How events reach the machine.
  var proxy: Transducer.Proxy { get }
}

private let logger = Logger(label: "stategraph.presentation")

extension TransducerActor {
  /// Sends an event from code that cannot handle an error, such as the action of a button.
  ///
  /// If the buffer is full or the machine has ended, the event is dropped, and a warning is logged.
  public func send(_ event: Transducer.Event) {
    do {
      try proxy.channel.send(event)
    } catch {
      logger.warning("\(Transducer.self) did not take an event. \(error)")
    }
  }

  /// Ends the machine, as ``TransducerProxy/cancel(with:)`` does.
  public func cancel(with error: (any Error)? = nil) { proxy.cancel(with: error) }
}
