import Logging

/// An object that owns a running machine, exposes the machine's state and sends events to the
/// machine. ``ObservableTransducer`` conforms to this protocol.
@MainActor
public protocol TransducerActor<Transducer> {
  /// The transducer that the owned machine runs.
  associatedtype Transducer: BaseTransducer

  /// The state of the owned machine after its last transition.
  var state: Transducer.State { get }
  /// The proxy of the owned machine. It sends events to the machine and can cancel the machine.
  var proxy: Transducer.Proxy { get }
}

private let logger = Logger(label: "stategraph.presentation")

extension TransducerActor {
  /// Sends an event from code that cannot handle an error, such as the action of a button.
  ///
  /// If the machine's event buffer is full or the machine has ended, this function drops the event
  /// and logs a warning.
  public func send(_ event: Transducer.Event) {
    do {
      try proxy.channel.send(event)
    } catch {
      logger.warning("\(Transducer.self) did not take an event. \(error)")
    }
  }

  /// Ends the machine, as ``TransducerProxy/cancel(with:)`` does: with `error`, or with
  /// ``TransducerError/cancelled`` if `error` is nil.
  public func cancel(with error: (any Error)? = nil) { proxy.cancel(with: error) }
}
