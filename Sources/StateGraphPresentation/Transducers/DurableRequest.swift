/// Work that a machine performs at least once, even if its process dies. A storage keeps the
/// request until an event has completed it.
@usableFromInline
package struct DurableRequest<T: BaseTransducer> {
  package typealias Perform = nonisolated(nonsending) (T.Env, T.Proxy.Input) async -> T.Event

  /// Identifies the request. Its id is also the id of the operation.
  package let token: RequestToken
  /// Returns the request as text.
  package let encoded: () throws -> String
  /// Performs the request, and returns the event that completes it.
  package let perform: Perform

  package init(id: String, encoded: @escaping () throws -> String, perform: @escaping Perform) {
    token = RequestToken(id)
    self.encoded = encoded
    self.perform = perform
  }
}
