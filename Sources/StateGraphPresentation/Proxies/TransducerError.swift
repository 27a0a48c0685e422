/// Why a machine refused an event, did not start, or ended.
public enum TransducerError: Error, Equatable {
  /// The buffer of the proxy was full. The machine did not receive the event, and continues.
  case droppedEvent(capacity: Int)
  /// The machine had ended before the event was sent, or it ended before it processed the event.
  case ended
  /// Another `run` has used the proxy. Each `run` needs a proxy of its own.
  case proxyAlreadyInUse
  /// The machine reached a terminal state without having sent an output that `run` could return.
  case noOutputProduced
  /// The machine was cancelled: its proxy's `cancel` was called without an error, or the owner of
  /// the machine was released.
  case cancelled
  /// More events than the limit wait that actions have returned. An action probably returns several
  /// events each of which starts the same action again.
  case tooManyActionEvents(limit: Int)
  /// An effect writes in the transaction of its transition, but the machine does not keep its state
  /// in a session.
  case noSession
  /// A closure is isolated to another actor than the machine, and its argument, the output or the
  /// environment, is not `Sendable`.
  case notSendable
}

extension TransducerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .droppedEvent(let capacity):
      "dropped event: \(capacity) events wait already. Send fewer, or create the proxy with a "
        + "larger buffer."
    case .ended: "The transducer has ended. Run it again with a new proxy."
    case .proxyAlreadyInUse: "The proxy serves one run, and had one. Create a new proxy."
    case .noOutputProduced:
      "The transducer ended without an output. Return one from initialOutput(initialState:)."
    case .cancelled: "The transducer was cancelled."
    case .tooManyActionEvents(let limit):
      "The actions of one event returned more than \(limit) events that wait. An action probably "
        + "returns several events each of which starts it again."
    case .noSession:
      "An effect writes in the transaction of its transition, but the machine has no session. "
        + "Restore the machine from a session."
    case .notSendable:
      "A closure is isolated to another actor than its machine, but its argument is not Sendable. "
        + "Run the machine on this actor, or make the type of the argument Sendable."
    }
  }
}
