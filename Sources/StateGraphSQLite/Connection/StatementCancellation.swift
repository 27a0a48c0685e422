import Synchronization

/// A request to end the running statement of a connection. Any thread may make the request.
package final class StatementCancellation: Sendable {
  private let isRequested = Atomic(false)

  package init() {}

  package func cancel() { isRequested.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { isRequested.load(ordering: .relaxed) }
}
