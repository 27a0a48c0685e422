/// Runs the operations and the suspending actions of one machine as tasks. The machine creates its
/// runner.
///
/// Only the machine's actor uses this object.
@usableFromInline
final class OperationRunner<T: BaseTransducer> {
  private let env: T.Env
  private let input: T.Proxy.Input
  private let channel: EventChannel<T.Event>
  private let clock: any Clock<Duration>
  private let running = OperationTable()
  /// The operations that wait until a ``TransducerTester`` runs them, or nil in a machine without a
  /// tester, where each operation starts immediately.
  var held: HeldOperations<T>?

  init(env: T.Env, proxy: T.Proxy, clock: any Clock<Duration>) {
    self.env = env
    self.clock = clock
    input = proxy.input
    channel = proxy.channel
  }

  /// Reserves the channel for this machine. When the channel is closed, it cancels all operations
  /// of the machine.
  ///
  /// - Returns: Whether the channel was free. A proxy serves only one machine.
  @usableFromInline
  func reserveChannel() -> Bool {
    channel.reserve { [running] in running.cancelAll() }
  }

  /// Starts an operation. If a ``TransducerTester`` runs the machine, adds the operation to
  /// ``held`` instead.
  @usableFromInline
  func start(_ operation: Effect<T>.Operation, on actor: isolated any Actor) {
    if held != nil {
      held?.start(operation)
      return
    }
    let token = running.reserve(operation.id)
    var wait: (@Sendable () async throws -> Void)?
    if let delay = operation.delay {
      wait = { [clock] in try await clock.sleep(for: delay) }
    }
    // An operation that ends removes itself from the table. If the operation throws an error other
    // than `CancellationError`, this error ends the machine.
    let scope = OperationScope(delay: wait) { [running, channel] error in
      guard running.remove(token), let error, !(error is CancellationError) else { return }
      channel.close(error)
    }
    running.attach(operation.start(env, input, scope, actor), to: token)
  }

  /// Starts the operation of a stored request. The event that it returns completes the request.
  @usableFromInline
  func start(_ request: DurableRequest<T>, on actor: isolated any Actor) {
    // SAFETY: only the machine calls the closure, on its actor.
    nonisolated(unsafe) let perform = request.perform
    let token = request.token
    let operation = Effect<T>.Operation(id: OperationID(token.id), delay: nil) {
      [channel] env, input, scope, actor in
      Task {
        _ = actor
        await scope.perform {
          let event = await perform(env, input)
          try Task.checkCancellation()
          try await channel.complete(token, with: event)
        }
      }
    }
    start(operation, on: actor)
  }

  /// Cancels the operation with this id. Does nothing if no operation with this id is running.
  @usableFromInline
  func cancel(_ id: OperationID) {
    held?.cancel(id)
    running.cancel(id)
  }

  /// Runs a suspending action to its end, and returns its events. Throws `CancellationError` if the
  /// action or the machine was cancelled.
  ///
  /// The action runs in a task of its own. A cancelled machine can therefore end without waiting
  /// for an action that ignores its cancellation.
  @usableFromInline
  func events(
    of start: Effect<T>.ActionStart,
    _ actor: isolated any Actor
  ) async throws -> [T.Event] {
    let events = FirstOutcome<[T.Event]>()
    let token = running.reserve(nil) { events.complete(.failure(CancellationError())) }
    let scope = OperationScope(delay: nil) { [running] error in
      _ = running.remove(token)
      if let error { events.complete(.failure(error)) }
    }
    let task = start(env, { events.complete(.success($0)) }, scope, actor)
    running.attach(task, to: token)
    return try await events.wait()
  }

  /// Starts an operation that ``held`` contained, without its delay. When the operation ends, it
  /// wakes the machine, which waits in ``Machine/finish(_:on:)``.
  func startHeld(
    _ operation: Effect<T>.Operation,
    on actor: isolated any Actor
  ) -> (task: Task<Void, Never>, end: FirstOutcome<Void>) {
    let end = FirstOutcome<Void>()
    let scope = OperationScope(delay: nil) { [channel] error in
      end.complete(error.map { .failure($0) } ?? .success(()))
      channel.wake()
    }
    return (operation.start(env, input, scope, actor), end)
  }
}
