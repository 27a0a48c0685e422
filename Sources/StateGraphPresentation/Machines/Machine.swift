/// Runs transitions: takes events, updates the state, gives outputs, and performs effects.
///
/// It belongs to the actor that runs it, and none of it is `Sendable`. What other threads use is in
/// the channel and in the table of operations. What each transition needs is inlinable: a client's
/// compiler specialises it for the client's transducer, which makes it several times as fast.
@usableFromInline
final class Machine<T: BaseTransducer, S: Storage, O: Subject>
where S.Value == T.State, O.Value == T.Output {
  /// After so many transitions without a suspension, the machine lets its actor run other jobs.
  @inlinable static var transitionsPerYield: Int { 1_024 }

  /// The state is terminal: no error.
  private struct Finished: Error {}

  @usableFromInline let storage: S
  @usableFromInline let env: T.Env
  @usableFromInline let channel: EventChannel<T.Event>
  @usableFromInline let output: O
  /// Whether somebody takes the output.
  @usableFromInline let hasOutput = O.self != NoCallback<O.Value>.self
  /// The closure that takes the output, if it does not suspend.
  @usableFromInline let synchronousOutput: ((O.Value) throws -> Void)?
  @usableFromInline let operations: OperationRunner<T>

  // Only the actor of the machine accesses the fields, and never while it changes one of them.
  @exclusivity(unchecked) @usableFromInline var pending = PendingEvents<T.Event>()
  @exclusivity(unchecked) @usableFromInline var batch = EventBatch<T.Event>()
  @exclusivity(unchecked) @usableFromInline var lastOutput: T.Output?
  /// Whether the state after the last transition is terminal.
  @exclusivity(unchecked) @usableFromInline var isTerminal = false
  /// How many transitions the machine has made since it last yielded.
  @exclusivity(unchecked) @usableFromInline var transitions = 0

  @usableFromInline
  init(storage: S, proxy: T.Proxy, env: T.Env, output: O, clock: any Clock<Duration>) {
    self.storage = storage
    self.env = env
    self.output = output
    synchronousOutput = (output as? Callback<O.Value>)?.synchronous
    channel = proxy.channel
    operations = OperationRunner(env: env, proxy: proxy, clock: clock)
  }

  /// Runs until the state is terminal, or somebody ends the machine.
  @inlinable
  func run(_ actor: isolated any Actor) async throws -> T.Output {
    guard operations.reserveChannel() else { throw TransducerError.proxyAlreadyInUse }
    let channel = channel
    return try await withTaskCancellationHandler {
      do {
        try await start(actor)
        while !isTerminal {
          await channel.wait()
          try await processWaiting(actor)
        }
        return try end()
      } catch {
        throw end(with: error)
      }
    } onCancel: {
      channel.close(CancellationError())
    }
  }

  /// Gives the initial output.
  @inlinable
  func start(_ actor: isolated any Actor) async throws {
    try checkOpen()
    isTerminal = storage.value.isTerminal
    if isTerminal { channel.refuse() }
    if let initial = T.initialOutput(initialState: storage.value), try !giveAtOnce(initial) {
      try await output.send(initial)
    }
  }

  /// Processes the events that wait in the channel, and returns when none waits or the state is
  /// terminal.
  @inlinable
  func processWaiting(_ actor: isolated any Actor) async throws {
    while !isTerminal {
      try checkOpen()
      guard batch.refill(from: channel) else { return }
      try await makeTransitions(actor)
    }
  }

  /// Processes an event, and then depth first the events that its actions return.
  func process(_ event: T.Event, _ actor: isolated any Actor) async throws {
    pending.append(event)
    try await makeTransitions(actor)
  }

  // MARK: - Transitions

  /// Makes transitions until no event is left or the state is terminal.
  @inlinable
  func makeTransitions(_ actor: isolated any Actor) async throws {
    while let suspension = try makeTransitionsAtOnce(actor) {
      switch suspension {
      case .yield: await Task.yield()
      case .output(let value, let effect):
        try await output.send(value)
        if let effect { try await perform(effect, actor) }
      case .effect(let effect): try await perform(effect, actor)
      }
    }
  }

  /// Makes transitions until no event is left, the state is terminal, or the machine must suspend.
  ///
  /// It is no asynchronous function: an `await` for each transition would cost more than most of
  /// them do.
  ///
  /// - Returns: Why the machine must suspend before the next transition; nil if no event is left.
  @inlinable
  func makeTransitionsAtOnce(_ actor: isolated any Actor) throws -> Suspension<T>? {
    while let event = nextEvent() {
      try checkOpen()
      if transitions == Self.transitionsPerYield {
        transitions = 0
        pending.append(event)
        return .yield
      }
      transitions += 1
      let transition = T.transition(&storage.value, event: event)
      if storage.value.isTerminal {
        isTerminal = true
        channel.refuse()
      }
      if let value = transition.output, try !giveAtOnce(value) {
        return .output(value, then: transition.effect)
      }
      guard let effect = transition.effect else { continue }
      let first = pending.events.count
      guard try performAtOnce(effect, actor) else { return .effect(effect) }
      try pending.effectHasEnded(first: first)
    }
    return nil
  }

  /// The next event of an action, or else the next one from outside: the one before is then done.
  /// After a terminal state there is none.
  @inlinable
  func nextEvent() -> T.Event? {
    if !isTerminal, let event = pending.next() { return event }
    batch.finishEvent()
    guard !isTerminal, let event = batch.next() else { return nil }
    channel.begin()
    return event
  }

  @inlinable
  func checkOpen() throws {
    if channel.isClosed { throw channel.end ?? TransducerError.cancelled }
  }

  /// Gives an output to a closure that does not suspend, or to nobody. Returns false if the output
  /// may suspend: the caller then sends the value.
  @inlinable
  func giveAtOnce(_ value: T.Output) throws -> Bool {
    lastOutput = value
    try synchronousOutput?(value)
    return synchronousOutput != nil || !hasOutput
  }

  // MARK: - Effects

  /// Performs the effect of a transition that may suspend.
  @usableFromInline
  func perform(_ effect: Effect<T>, _ actor: isolated any Actor) async throws {
    let first = pending.events.count
    try await performParts(effect, actor)
    try pending.effectHasEnded(first: first)
  }

  private func performParts(_ effect: Effect<T>, _ actor: isolated any Actor) async throws {
    switch effect.kind {
    case .suspendingAction(let start):
      do {
        pending.append(contentsOf: try await operations.events(of: start, actor))
      } catch is CancellationError {
        try checkOpen()
      }
    case .sequence(let effects):
      for effect in effects where try !performAtOnce(effect, actor) {
        try await performParts(effect, actor)
      }
    case .event, .eventAction, .action, .operation, .cancelTask:
      _ = try performAtOnce(effect, actor)
    }
  }

  /// Performs an effect that does not suspend. Returns false for one that may suspend, and does
  /// nothing then.
  @inlinable
  func performAtOnce(_ effect: Effect<T>, _ actor: isolated any Actor) throws -> Bool {
    switch effect.kind {
    case .event(let event): pending.append(event)
    case .eventAction(let action): pending.append(try action(env, actor))
    case .action(let action): pending.append(contentsOf: try action(env, actor))
    case .operation(let operation): operations.start(operation, actor)
    case .cancelTask(let id): operations.cancel(id)
    case .suspendingAction, .sequence: return false
    }
    return true
  }

  /// Runs an operation that was held, without its delay, and processes the events that it sends
  /// until it ends.
  func finish(_ operation: Effect<T>.Operation, _ actor: isolated any Actor) async throws {
    let (task, end) = operations.startHeld(operation, actor)
    defer { task.cancel() }
    while !end.isComplete {
      await channel.wait()
      try await processWaiting(actor)
      if isTerminal { return }
    }
    try await end.wait()
    try await processWaiting(actor)
  }

  // MARK: - The end

  /// The state is terminal: returns the last output.
  @usableFromInline
  func end() throws -> T.Output {
    let output = lastOutput ?? (() as? T.Output)
    channel.close(output == nil ? TransducerError.noOutputProduced : Finished())
    releaseSenders()
    // Somebody can have been faster, while the last effect ran.
    guard let output, channel.end is Finished else {
      throw channel.end ?? TransducerError.noOutputProduced
    }
    return output
  }

  /// Returns the first reason of the end.
  @usableFromInline
  func end(with error: any Error) -> any Error {
    channel.close(error)
    releaseSenders()
    return channel.end ?? error
  }

  private func releaseSenders() {
    batch.fail()
    pending = PendingEvents()
    operations.held?.cancelAll()
  }
}
