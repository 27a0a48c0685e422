/// Runs a transducer (a type that describes a state machine): takes events from a channel, updates
/// the state, sends outputs, and performs effects. Each call of `run` creates one machine.
///
/// Only the actor of the machine uses this object. Other threads use only its channel and its table
/// of operations. The functions that each transition calls are inlinable. The compiler can
/// therefore specialise them for the transducer of a client, which makes them several times as
/// fast.
@usableFromInline
package final class Machine<T: BaseTransducer, S: Storage, O: Subject>
where S.Value == T.State, O.Value == T.Output {
  /// The number of transitions after which the machine calls `Task.yield()`, so that its actor can
  /// run other jobs.
  @inlinable static var transitionsPerYield: Int { 1_024 }

  /// The reason that the machine gives to its channel when it closes the channel after a terminal
  /// state. The end in a terminal state is no failure, so `run` does not throw this error.
  private struct Finished: Error {}

  @usableFromInline let storage: S
  @usableFromInline let env: T.Env
  @usableFromInline let channel: EventChannel<T.Event>
  @usableFromInline let output: O
  /// Whether the machine has to send outputs. False if `output` is a ``NoCallback``, which ignores
  /// every value.
  @usableFromInline let hasOutput = O.self != NoCallback<O.Value>.self
  @usableFromInline let operations: OperationRunner<T>

  // The exclusivity checks are off, because only the machine's actor accesses these fields, and no
  // access overlaps a change.
  @exclusivity(unchecked) @usableFromInline var pending = PendingEvents<T.Event>()
  @exclusivity(unchecked) @usableFromInline var batch = EventBatch<T.Event>()
  @exclusivity(unchecked) @usableFromInline var lastOutput: T.Output?
  /// Whether the state after the last transition is terminal. The machine then processes no more
  /// events.
  @exclusivity(unchecked) @usableFromInline var isTerminal = false
  /// The number of transitions that the machine has made since it last called `Task.yield()`.
  @exclusivity(unchecked) @usableFromInline var transitions = 0
  /// The closure of `output` if `output` is a ``Callback`` whose closure runs on the actor of the
  /// machine and does not suspend, or nil for every other output, and before ``start(_:)``.
  @exclusivity(unchecked) @usableFromInline var synchronousOutput: ((O.Value) throws -> Void)?
  /// What the machine does before its first event, or nil if its state was not restored.
  @exclusivity(unchecked) @usableFromInline package var resumption: Resumption<T>?

  @usableFromInline
  package init(storage: S, proxy: T.Proxy, env: T.Env, output: O, clock: any Clock<Duration>) {
    self.storage = storage
    self.env = env
    self.output = output
    channel = proxy.channel
    operations = OperationRunner(env: env, proxy: proxy, clock: clock)
  }

  /// Runs the machine until its state is terminal, an error ends it, or its proxy or task is
  /// cancelled. Returns the last output.
  @inlinable
  package func run(_ actor: isolated any Actor) async throws -> T.Output {
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

  /// Sends the initial output of the transducer. If the initial state is terminal, the channel then
  /// refuses all events.
  @inlinable
  func start(_ actor: isolated any Actor) async throws {
    try checkOpen()
    findSynchronousOutput(actor)
    checkTerminal()
    if let initial = T.initialOutput(initialState: storage.value), try !giveAtOnce(initial) {
      try await output.send(initial)
    }
    if let resumption { try await resume(resumption, on: actor) }
  }

  @usableFromInline
  func findSynchronousOutput(_ actor: any Actor) {
    synchronousOutput = (output as? Callback<O.Value>)?.synchronous(on: actor)
  }

  /// Performs the work that the last machine left unfinished, and then makes the transition of a
  /// restored state. A refused transition leaves the state as it is.
  @usableFromInline
  func resume(_ resumption: Resumption<T>, on actor: isolated any Actor) async throws {
    self.resumption = nil
    if isTerminal { return }
    if let unfinished = resumption.unfinished { try await perform(unfinished, on: actor) }
    let context = TransitionContext<T>(event: nil, env: env, receipt: nil)
    if let transition = try? storage.transition(context, resumption.update) {
      checkTerminal()
      if let effect = transition.effect { try await perform(effect, on: actor) }
    }
    try await makeTransitions(actor)
  }

  /// Ends the acceptance of events if the state is terminal.
  @inlinable
  func checkTerminal() {
    guard storage.value.isTerminal else { return }
    isTerminal = true
    channel.refuse()
  }

  /// Processes the events in the channel until the channel is empty or the state is terminal.
  @inlinable
  func processWaiting(_ actor: isolated any Actor) async throws {
    while !isTerminal {
      try checkOpen()
      guard batch.refill(from: channel) else { return }
      try await makeTransitions(actor)
    }
  }

  /// Processes `event` and then the events that its actions return. An event that an action returns
  /// comes before the events that wait. Only ``TransducerTester`` calls this function, because
  /// other machines take their events from the channel.
  func process(_ event: T.Event, on actor: isolated any Actor) async throws {
    pending.append(event)
    try await makeTransitions(actor)
  }

  // MARK: - Transitions

  /// Processes events until no event is left or the state is terminal. The function suspends while
  /// an output or an effect suspends.
  @inlinable
  func makeTransitions(_ actor: isolated any Actor) async throws {
    while let suspension = try makeTransitionsAtOnce(actor) {
      switch suspension {
      case .yield: await Task.yield()
      case .output(let value, let effect):
        try await output.send(value)
        if let effect { try await perform(effect, on: actor) }
      case .effect(let effect): try await perform(effect, on: actor)
      }
    }
  }

  /// Processes events until no event is left, the state is terminal, or the machine must suspend to
  /// send an output, perform an effect or yield.
  ///
  /// The function is synchronous, because an `await` for each transition would cost more time than
  /// most transitions.
  ///
  /// - Returns: Why the machine must suspend, or nil if no event is left or the state is terminal.
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
      let transition: Transition<T>
      do {
        let context = TransitionContext<T>(event: event, env: env, receipt: batch.receipt)
        transition = try storage.transition(context) { T.transition(&$0, event: event) }
      } catch {
        batch.failEvent(error)
        continue
      }
      checkTerminal()
      if let value = transition.output, try !giveAtOnce(value) {
        return .output(value, then: transition.effect)
      }
      guard let effect = transition.effect else { continue }
      let first = pending.events.count
      guard try performAtOnce(effect, on: actor) else { return .effect(effect) }
      try pending.effectHasEnded(first: first)
    }
    return nil
  }

  /// Returns the next event. Events that actions have returned come before events from the channel.
  /// Before the function returns an event from the channel, it resumes the sender of the previous
  /// event. Returns nil if no event is left or the state is terminal.
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

  /// Passes an output to a closure that does not suspend, or drops the output if `output` is a
  /// ``NoCallback``. Returns false if `output` may suspend. In this case the caller must call
  /// `output.send(value)`.
  @inlinable
  func giveAtOnce(_ value: T.Output) throws -> Bool {
    lastOutput = value
    try synchronousOutput?(value)
    return synchronousOutput != nil || !hasOutput
  }

  // MARK: - Effects

  /// Performs an effect that may suspend. The machine processes the events of the effect's actions
  /// next, before all waiting events.
  @usableFromInline
  func perform(_ effect: Effect<T>, on actor: isolated any Actor) async throws {
    let first = pending.events.count
    try await performParts(effect, on: actor)
    try pending.effectHasEnded(first: first)
  }

  private func performParts(_ effect: Effect<T>, on actor: isolated any Actor) async throws {
    switch effect.kind {
    case .suspendingAction(let start):
      pending.append(contentsOf: try await operations.events(of: start, actor))
    case .sequence(let effects):
      for effect in effects where try !performAtOnce(effect, on: actor) {
        try await performParts(effect, on: actor)
      }
    case .event, .eventAction, .action, .operation, .cancelTask, .transaction, .request:
      _ = try performAtOnce(effect, on: actor)
    }
  }

  /// Performs an effect that cannot suspend, and returns true. If the effect may suspend, does
  /// nothing and returns false.
  @inlinable
  func performAtOnce(_ effect: Effect<T>, on actor: isolated any Actor) throws -> Bool {
    switch effect.kind {
    case .event(let event): pending.append(event)
    case .eventAction(let action): pending.append(try action(env, actor))
    case .action(let action): pending.append(contentsOf: try action(env, actor))
    case .operation(let operation): operations.start(operation, on: actor)
    case .cancelTask(let id): operations.cancel(id)
    case .request(let request): operations.start(request, on: actor)
    case .transaction: throw TransducerError.noSession
    case .suspendingAction, .sequence: return false
    }
    return true
  }

  /// Runs an operation that a ``TransducerTester`` has held back, without its delay. Processes the
  /// events that the operation sends, until the operation ends.
  func finish(_ operation: Effect<T>.Operation, on actor: isolated any Actor) async throws {
    let (task, end) = operations.startHeld(operation, on: actor)
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

  /// Ends the machine after a terminal state, and returns its last output. If the channel was
  /// closed before, throws the reason with which it was closed.
  @usableFromInline
  func end() throws -> T.Output {
    let output = lastOutput ?? (() as? T.Output)
    channel.close(output == nil ? TransducerError.noOutputProduced : Finished())
    releaseSenders()
    // During the last effect, another thread can close the channel with its own reason. This reason
    // is the one to throw.
    guard let output, channel.end is Finished else {
      throw channel.end ?? TransducerError.noOutputProduced
    }
    return output
  }

  /// Ends the machine with an error. Returns the error with which the channel was closed first.
  /// This is an earlier error than `error` if the proxy or the task was cancelled before.
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

extension Machine {
  /// Runs the machine in a task of the main actor, and passes its result to `completion`.
  ///
  /// The task retains the machine, but not the object that calls this function. The object can
  /// therefore cancel the machine when it is released. The cancellation of the returned task also
  /// reaches an output that is suspended.
  @MainActor
  func runInTask(_ completion: Completion<T.Output>?) -> Task<Void, Never> {
    Task { @MainActor in
      let result: Result<T.Output, any Error>
      do {
        result = .success(try await run(#isolation))
      } catch {
        result = .failure(error)
      }
      completion?.completed(with: result)
    }
  }
}
