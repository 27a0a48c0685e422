/// Runs the code of one operation or suspending action: waits for the delay before the code, and
/// reports the end of the code.
@usableFromInline
struct OperationScope: Sendable {
  let delay: (@Sendable () async throws -> Void)?
  /// Called once at the end, with the error that the code has thrown, or nil.
  let finish: @Sendable ((any Error)?) -> Void

  /// Runs `body` after the delay on the caller's actor, and then calls ``finish``. If the task is
  /// cancelled before the delay ends, does not run `body`.
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
