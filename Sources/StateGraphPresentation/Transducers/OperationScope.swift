/// Runs the code of one operation or suspending action: waits for the delay, runs the code, and
/// reports its end.
@usableFromInline
struct OperationScope: Sendable {
  let delay: (@Sendable () async throws -> Void)?
  /// Receives the end of the code: nil if it succeeded, or the error that it threw. ``perform(_:)``
  /// calls it once.
  let finish: @Sendable ((any Error)?) -> Void

  /// Waits for the delay, runs `body` on the caller's actor, and then calls ``finish``. If the task
  /// is cancelled before the delay ends, does not run `body`.
  nonisolated(nonsending) func perform(
    _ body: nonisolated(nonsending) () async throws -> Void
  ) async {
    do {
      if let delay { try await delay() }
      try Task.checkCancellation()
      try await body()
      finish(nil)
    } catch {
      finish(error)
    }
  }
}

/// Identifies a running operation of a machine, so that an effect can replace or cancel the
/// operation. It wraps the id that the app gave to the operation.
@usableFromInline
struct OperationID: Hashable, @unchecked Sendable, CustomStringConvertible {
  // SAFETY: the initialiser takes a Sendable value, and `AnyHashable` does not change it.
  private let value: AnyHashable

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
  }

  @usableFromInline var description: String { "\(value)" }
}
