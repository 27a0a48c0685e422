/// Runs transitions: takes events, updates the state, gives outputs, and performs effects.
///
/// It belongs to the actor that runs it, and none of it is `Sendable`. What other threads use is in
/// the channel and in the table of operations.
final class Machine<T: BaseTransducer, S: Storage, O: Subject>
where S.Value == T.State, O.Value == T.Output {
  typealias Entry = EventChannel<T.Event>.Entry

  /// How many events of actions may wait. A transducer that exceeds it has no end.
  static var pendingLimit: Int { 65_536 }
  /// After so many transitions without a suspension, the machine lets its actor run other jobs.
  static var transitionsPerYield: Int { 1_024 }

  /// The state is terminal: no error.
  private struct Finished: Error {}

  let storage: S
  private let env: T.Env
  private let input: T.Proxy.Input
  private let channel: EventChannel<T.Event>
  private let clock: any Clock<Duration>
  private let output: O
  /// Whether somebody takes the output.
  private let hasOutput = O.self != NoCallback<O.Value>.self
  /// The closure that takes the output, if it does not suspend.
  private let synchronousOutput: ((O.Value) throws -> Void)?
  private let operations = OperationTable()
  /// Where operations wait for a tester; nil if the machine starts them.
  var held: HeldOperations<T>?

  /// The events that actions have returned, the next one last.
  private var pending: [T.Event] = []
  /// The events that the machine has taken from the channel, and how many of them it has begun.
  private var batch: [Entry] = []
  private var begun = 0
  private var lastOutput: T.Output?
  private var transitions = 0

  init(storage: S, proxy: T.Proxy, env: T.Env, output: O, clock: any Clock<Duration>) {
    self.storage = storage
    self.env = env
    self.output = output
    synchronousOutput = (output as? Callback<O.Value>)?.synchronous
    self.clock = clock
    input = proxy.input
    channel = proxy.channel
  }

  /// Runs until the state is terminal, or somebody ends the machine.
  func run(_ actor: isolated any Actor) async throws -> T.Output {
    guard reserve() else { throw TransducerError.proxyAlreadyInUse }
    let channel = channel
    return try await withTaskCancellationHandler {
      do {
        try await start(actor)
        while !storage.value.isTerminal {
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

  /// Whether no other machine has used the proxy.
  func reserve() -> Bool {
    channel.reserve { [operations] in operations.cancelAll() }
  }

  /// Gives the initial output.
  func start(_ actor: isolated any Actor) async throws {
    try checkOpen()
    if storage.value.isTerminal { channel.refuse() }
    if let initial = T.initialOutput(initialState: storage.value), try !giveAtOnce(initial) {
      try await output.send(initial)
    }
  }

  /// Processes the events that wait in the channel, and returns when none waits or the state is
  /// terminal.
  func processWaiting(_ actor: isolated any Actor) async throws {
    while true {
      try checkOpen()
      channel.take(into: &batch)
      if batch.isEmpty { return }
      while begun < batch.count {
        let entry = batch[begun]
        begun += 1
        channel.begin()
        do {
          try await process(entry.event, actor)
        } catch {
          entry.receipt?.complete(.failure(TransducerError.ended))
          throw error
        }
        entry.receipt?.complete(.success(()))
        if storage.value.isTerminal { return }
      }
      batch.removeAll(keepingCapacity: true)
      begun = 0
    }
  }

  /// Processes an event, and then depth first the events that its actions return.
  func process(_ event: T.Event, _ actor: isolated any Actor) async throws {
    var event = event
    while true {
      try checkOpen()
      if transitions == Self.transitionsPerYield {
        transitions = 0
        await Task.yield()
        try checkOpen()
      }
      transitions += 1
      let transition = T.transition(&storage.value, event: event)
      let isTerminal = storage.value.isTerminal
      if isTerminal { channel.refuse() }
      if let value = transition.output, try !giveAtOnce(value) { try await output.send(value) }
      if let effect = transition.effect {
        let first = pending.count
        if try !performAtOnce(effect, actor) { try await perform(effect, actor) }
        if pending.count > Self.pendingLimit {
          throw TransducerError.tooManyActionEvents(limit: Self.pendingLimit)
        }
        // The last one is the next: the effect wrote them in the other order.
        if pending.count > first + 1 { pending[first...].reverse() }
      }
      if isTerminal { pending = [] }
      guard let next = pending.popLast() else { return }
      event = next
    }
  }

  private func checkOpen() throws {
    if channel.isClosed { throw channel.end ?? TransducerError.cancelled }
  }

  /// Gives an output to a closure that does not suspend, or to nobody. Returns false if the output
  /// may suspend: the caller then sends the value.
  private func giveAtOnce(_ value: T.Output) throws -> Bool {
    lastOutput = value
    try synchronousOutput?(value)
    return synchronousOutput != nil || !hasOutput
  }

  // MARK: - Effects

  private func perform(_ effect: Effect<T>, _ actor: isolated any Actor) async throws {
    switch effect.kind {
    case .suspendingAction(let start): try await wait(for: start, actor)
    case .sequence(let effects):
      for effect in effects { try await perform(effect, actor) }
    case .event, .eventAction, .action, .operation, .cancelTask:
      _ = try performAtOnce(effect, actor)
    }
  }

  /// Performs an effect that does not suspend: an `await` for each would cost more than most of
  /// them do. Returns false for one that may suspend, and does nothing then.
  private func performAtOnce(_ effect: Effect<T>, _ actor: isolated any Actor) throws -> Bool {
    switch effect.kind {
    case .event(let event): pending.append(event)
    case .eventAction(let action): pending.append(try action(env, actor))
    case .action(let action): pending.append(contentsOf: try action(env, actor))
    case .operation(let operation):
      if held != nil { held?.start(operation) } else { start(operation, actor) }
    case .cancelTask(let id):
      held?.cancel(id)
      operations.cancel(id)
    case .suspendingAction, .sequence: return false
    }
    return true
  }

  /// Starts an operation, which removes itself from the table when it ends.
  private func start(_ operation: Effect<T>.Operation, _ actor: isolated any Actor) {
    let token = operations.reserve(operation.id)
    var wait: (@Sendable () async throws -> Void)?
    if let delay = operation.delay {
      wait = { [clock] in try await clock.sleep(for: delay) }
    }
    let scope = OperationScope(delay: wait) { [operations, channel] error in
      guard operations.remove(token), let error, !(error is CancellationError) else { return }
      channel.close(error)
    }
    operations.attach(operation.start(env, input, scope, actor), to: token)
  }

  /// Runs an operation that was held, without its delay, and processes the events that it sends
  /// until it ends.
  func finish(_ operation: Effect<T>.Operation, _ actor: isolated any Actor) async throws {
    let ended = FirstOutcome<Void>()
    let isEnded = Flag()
    let scope = OperationScope(delay: nil) { [channel] error in
      ended.complete(error.map { .failure($0) } ?? .success(()))
      isEnded.raise()
      channel.wake()
    }
    let task = operation.start(env, input, scope, actor)
    defer { task.cancel() }
    while !isEnded.isRaised {
      await channel.wait()
      try await processWaiting(actor)
      if storage.value.isTerminal { return }
    }
    try await ended.wait()
    try await processWaiting(actor)
  }

  /// Waits for an action that suspends. It is a task of its own, so that the end of the machine
  /// need not wait for an action that ignores its cancellation.
  private func wait(
    for start: Effect<T>.ActionStart,
    _ actor: isolated any Actor
  ) async throws {
    let events = FirstOutcome<[T.Event]>()
    let token = operations.reserve(nil) { events.complete(.failure(CancellationError())) }
    let scope = OperationScope(delay: nil) { [operations] error in
      _ = operations.remove(token)
      if let error { events.complete(.failure(error)) }
    }
    let task = start(env, { events.complete(.success($0)) }, scope, actor)
    operations.attach(task, to: token)
    do {
      pending.append(contentsOf: try await events.wait())
    } catch is CancellationError {
      try checkOpen()
    }
  }

  // MARK: - The end

  /// The state is terminal: returns the last output.
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
  func end(with error: any Error) -> any Error {
    channel.close(error)
    releaseSenders()
    return channel.end ?? error
  }

  private func releaseSenders() {
    EventChannel<T.Event>.release(batch[begun...])
    batch = []
    begun = 0
    pending = []
    held?.cancelAll()
  }
}
