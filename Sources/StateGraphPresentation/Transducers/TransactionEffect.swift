/// A part of an effect that belongs to the transaction of its transition. A storage that is a
/// database performs it together with the write of the state.
@usableFromInline
package enum TransactionEffect<T: BaseTransducer> {
  /// Changes data. If `body` throws an error, the transition is refused.
  ///
  /// - `name` describes the change for the user, for example in a menu item for undo.
  /// - `alternative` returns the event that the machine processes instead of a refused transition.
  case write(
    name: String,
    body: (T.Env) throws -> Void,
    alternative: ((any Error) -> T.Event)?
  )
  /// Stores a request, which the machine then performs.
  case request(DurableRequest<T>)
  /// Removes the request with this id, and cancels its operation.
  case cancelRequest(String)
}

extension Effect {
  package init(transaction part: TransactionEffect<T>) { self.init(Kind.transaction(part)) }

  /// Creates an effect that performs a request which is stored already.
  package init(performing request: DurableRequest<T>) { self.init(Kind.request(request)) }
}

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
