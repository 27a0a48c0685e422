/// The circumstances of one transition, which a machine passes to its ``Storage``.
public struct TransitionContext<T: BaseTransducer> {
  /// The event that causes the transition, or nil for the transition that a restored machine makes
  /// before its first event.
  public let event: T.Event?
  /// The environment of the machine.
  public let env: T.Env
  /// Receives the end of the event's processing. It is nil if nothing waits for it.
  @usableFromInline let receipt: FirstOutcome<Void>?

  @inlinable
  init(event: T.Event?, env: T.Env, receipt: FirstOutcome<Void>?) {
    self.event = event
    self.env = env
    self.receipt = receipt
  }

  /// The durable request that the event completes, or nil for all other events.
  package var completedRequest: RequestToken? { receipt?.completedRequest }

  /// Whether a sender waits for the event, and therefore receives the error of a refusal.
  package var isAwaited: Bool { receipt != nil && completedRequest == nil }
}
