/// A closure that does not suspend, together with the actor that it is isolated to. A machine calls
/// it on that actor, even if the machine runs on another one.
@usableFromInline
struct IsolatedClosure<Argument, Result: Sendable> {
  /// The closure without its isolation. Only code on the actor ``isolation`` may call it.
  @usableFromInline let call: (Argument) throws -> Result
  /// The actor of the closure, or nil if the closure runs on the actor of its caller.
  @usableFromInline let isolation: (any Actor)?
  /// Whether `Argument` is `Sendable`, so that an argument may leave the actor of the machine.
  @usableFromInline let isSendable: Bool

  @inlinable
  init(_ closure: @escaping @isolated(any) (Argument) throws -> Result, isSendable: Bool) {
    isolation = closure.isolation
    // The result is the same function. The two types differ only in how Swift calls it.
    call = unsafeBitCast(closure, to: ((Argument) throws -> Result).self)
    self.isSendable = isSendable
  }

  /// Returns the closure for code on `actor`, or nil if the closure is isolated to another actor.
  func onActor(_ actor: any Actor) -> ((Argument) throws -> Result)? {
    isolation == nil || isolation === actor ? call : nil
  }

  /// The closure if it is isolated to no actor. Otherwise nil.
  @inlinable var nonisolated: ((Argument) throws -> Result)? {
    isolation == nil ? call : nil
  }

  /// Calls the closure on its actor.
  ///
  /// - Throws: The error of the closure. ``TransducerError/notSendable`` if the argument would have
  ///   to leave the actor of the caller, but is not `Sendable`.
  @usableFromInline
  nonisolated(nonsending) func callAsFunction(_ argument: Argument) async throws -> Result {
    guard let isolation, isolation !== #isolation else { return try call(argument) }
    guard isSendable else { throw TransducerError.notSendable }
    // SAFETY: the argument is `Sendable`, and the closure runs only on its own actor.
    nonisolated(unsafe) let (call, argument) = (call, argument)
    return try await Self.perform(call, with: argument, on: isolation)
  }

  private static func perform(
    _ call: (Argument) throws -> Result,
    with argument: Argument,
    on actor: isolated any Actor
  ) throws -> Result {
    try call(argument)
  }
}
