/// A row of the table of transitions: one logged transition of a session.
struct TransitionRow: Sendable {
  /// The number of the transition. The numbers of a session ascend.
  var number: Int64
  /// The version of the state's form.
  var version: Int64
  /// The event as JSON text. Nil if the transition has no event, or one that cannot be encoded.
  var event: String?
  /// The state after the transition as JSON text. Nil if the event and the state before determine
  /// it.
  var state: String?
}
