import Logging

/// An object that owns a running machine, exposes its state and sends events to it.
@MainActor
public protocol TransducerActor<Transducer> {
  /// The transducer that the machine runs.
  associatedtype Transducer: BaseTransducer

  /// The state of the machine after the last transition.
  var state: Transducer.State { get }
  /// The proxy that sends events to the machine and cancels it.
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
