/// What surrounds the code of one operation: its delay before, and its report after.
@usableFromInline
struct OperationScope: Sendable {
  let delay: (@Sendable () async throws -> Void)?
  /// Called once. The error is what the code threw.
  let finish: @Sendable ((any Error)?) -> Void

  /// Runs `body` on the actor of the caller.
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
