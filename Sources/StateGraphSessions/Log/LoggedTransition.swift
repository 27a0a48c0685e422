public import StateGraphPresentation

/// A transition in the log of a session.
public struct LoggedTransition<T: RestorableTransducer> {
  /// The number of the transition in its session. Numbers ascend.
  public let number: Int
  /// The event. Nil if the transition has none, or one that cannot be stored: the change of
  /// ``RestorableTransducer/resumed(_:)``, and an event whose type is not `Codable`.
  public let event: T.Event?
}
