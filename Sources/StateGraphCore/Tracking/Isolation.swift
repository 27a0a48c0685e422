// A handler that is written in a `@MainActor` class is isolated to the main actor. The type of such
// a handler has the attribute `@isolated(any)`, so Swift calls it only with `await`.
//
// The functions below convert such a handler to a function that can be called without `await`. The
// caller must run on the handler's actor, as for `MainActor.assumeIsolated` of the standard
// library.

/// Returns `handler` as a function that can be called on its actor without `await`.
@inlinable
@inline(__always)
func assumingIsolation<Argument>(
  _ handler: @escaping @Sendable @isolated(any) (Argument) -> Void
) -> @Sendable (Argument) -> Void {
  unsafeBitCast(handler, to: (@Sendable (Argument) -> Void).self)
}

/// Returns `body` as a function that can be called on its actor without `await`.
func assumingIsolation<Result>(
  _ body: @escaping @Sendable @isolated(any) () -> Result
) -> @Sendable () -> Result {
  unsafeBitCast(body, to: (@Sendable () -> Result).self)
}

/// Returns `map` as a function that can be called on its actor without `await`.
func assumingIsolation<Argument, Result>(
  _ map: @escaping @Sendable @isolated(any) (Argument) -> Result
) -> @Sendable (Argument) -> Result {
  unsafeBitCast(map, to: (@Sendable (Argument) -> Result).self)
}
