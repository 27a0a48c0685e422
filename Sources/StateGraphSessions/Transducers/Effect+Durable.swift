public import StateGraphPresentation

extension Effect where T: RestorableTransducer {
  /// Returns an effect that stores a request in the transaction of its transition, and performs it
  /// after the commit by ``RestorableTransducer/perform(_:env:input:)``.
  ///
  /// The event that `perform` returns completes the request: the transaction of this event removes
  /// it. If the machine ends or its process dies before, the next machine of the session performs
  /// the request again.
  ///
  /// - Parameters:
  ///   - id: Identifies the request in its session. A stored request with the same id is replaced,
  ///     and its operation is cancelled. `.cancelTask(id)` cancels the operation and keeps the
  ///     request for the next start.
  ///   - request: The data of the work.
  public static func durable(_ id: String, _ request: T.Request) -> Effect {
    Effect(transaction: .request(.stored(id, request: request)))
  }

  /// Returns an effect that removes a request in the transaction of its transition, and cancels its
  /// operation. The effect does nothing if there is no such request.
  public static func cancelRequest(_ id: String) -> Effect {
    Effect(transaction: .cancelRequest(id))
  }
}

extension DurableRequest where T: RestorableTransducer {
  static func stored(_ id: String, request: T.Request) -> DurableRequest {
    DurableRequest(
      id: id,
      encoded: { try JSONText.encode(request) },
      perform: { env, input in await T.perform(request, env: env, input: input) }
    )
  }
}
