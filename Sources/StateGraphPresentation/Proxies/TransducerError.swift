/// Why a machine refused an event, did not start, or ended.
public enum TransducerError: Error, Equatable {
  /// The buffer of the proxy was full. The machine did not receive the event, and continues.
  case droppedEvent(capacity: Int)
  /// The machine has ended, or it ended before it processed the event.
  case ended
  /// The proxy was used in another `run`. A proxy serves only one `run`.
  case proxyAlreadyInUse
  /// The machine ended without an output.
  case noOutputProduced
  /// The machine was cancelled by its proxy or by its owner.
  case cancelled
  /// The number of waiting events that actions have returned exceeds the limit. An action probably
  /// returns several events each of which starts it again.
  case tooManyActionEvents(limit: Int)
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
    }
  }
}
