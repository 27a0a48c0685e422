// A machine runs on the actor that calls `run`, so its state, environment and output need not be
// `Sendable`.
extension BaseTransducer {
  /// Runs a machine until its state is terminal, and returns its last output.
  ///
  /// The machine runs on the actor of the caller.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - proxy: The proxy that sends events to the machine. It must be new, because a proxy can be
  ///     used for one call of `run`. Without a proxy, only effects send events.
  ///   - env: The environment, which the machine passes to its effects.
  ///   - output: Receives the output of each transition. If it throws an error, the machine ends.
  ///   - clock: The clock that measures the delays of effects.
  ///   - systemActor: The actor on which the machine runs.
  /// - Throws: ``TransducerError/proxyAlreadyInUse`` if the proxy is not new; the error of an
  ///   action, of an operation or of the output; the error of `proxy.cancel(with:)`;
  ///   `CancellationError` if the task is cancelled;
  ///   ``TransducerError/tooManyActionEvents(limit:)``; and ``TransducerError/noOutputProduced`` if
  ///   the machine ends without an output.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy = Proxy(),
    env: Env,
    output: some Subject<Output>,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: LocalStorage(initialState),
      proxy: proxy,
      env: env,
      output: output,
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine that keeps its state in a property of `host`. The machine starts in the state
  /// that the property has at the call.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run<Host>(
    state: ReferenceWritableKeyPath<Host, State>,
    host: Host,
    proxy: Proxy = Proxy(),
    env: Env,
    output: some Subject<Output>,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: HostStorage(host: host, keyPath: state),
      proxy: proxy,
      env: env,
      output: output,
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine that keeps its state in `storage`. The machine starts in the state that
  /// `storage` has at the call.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy = Proxy(),
    env: Env,
    output: some Subject<Output>,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    let machine = Machine<Self, _, _>(
      storage: storage,
      proxy: proxy,
      env: env,
      output: output,
      clock: clock
    )
    return try await machine.run(systemActor)
  }
}
