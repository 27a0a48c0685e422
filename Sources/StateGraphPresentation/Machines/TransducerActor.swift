import Logging

/// An object that owns a running machine, exposes the machine's state and sends events to the
/// machine. ``ObservableTransducer`` conforms to this protocol.
@MainActor
public protocol TransducerActor<Transducer> {
  /// The type of the states of the owned machine.
  typealias State = Transducer.State
  /// The type of the events of the owned machine.
  typealias Event = Transducer.Event
  /// The type of the outputs of the owned machine.
  typealias Output = Transducer.Output
  /// The type of the environment of the owned machine.
  typealias Env = Transducer.Env
  /// The type of the proxy of the owned machine.
  typealias Proxy = Transducer.Proxy
  /// The type of the value by which other code sends events to the owned machine.
  typealias Input = Transducer.Input
  /// The type of the closure that receives the result of the owned machine.
  typealias Completion = StateGraphPresentation.Completion<Transducer.Output>

  /// The transducer that the owned machine runs.
  associatedtype Transducer: BaseTransducer

  /// The state of the owned machine after its last transition.
  var state: Transducer.State { get }
  /// The proxy of the owned machine. It sends events to the machine and can cancel the machine.
  var proxy: Transducer.Proxy { get }

  /// Ends the machine: with `error`, or with ``TransducerError/cancelled`` if `error` is nil. Does
  /// nothing if the machine has ended.
  func cancel(with error: (any Error)?)
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

  /// Ends the machine, as ``TransducerProxy/cancel(with:)`` does. A suspended output goes on.
  public func cancel(with error: (any Error)?) { proxy.cancel(with: error) }

  /// Ends the machine with ``TransducerError/cancelled``.
  public func cancel() { cancel(with: nil) }
}
