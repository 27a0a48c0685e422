// A machine runs on the actor that calls `run`, so none of its parts needs to be `Sendable`.
extension BaseTransducer {
  /// Runs a machine until its state is terminal, and returns its last output.
  ///
  /// The machine runs on the actor of the caller.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - proxy: How events reach the machine. It must not have had another `run`.
  ///   - env: What effects use.
  ///   - output: Takes the output of each transition. An error of it ends the machine.
  ///   - clock: Measures the delays of effects.
  ///   - systemActor: The actor on which the machine runs.
  /// - Throws: ``TransducerError/proxyAlreadyInUse``; the error of an action, of an operation or
  ///   of the output; the error of `proxy.cancel(with:)`; `CancellationError` if the task is
  ///   cancelled; and ``TransducerError/noOutputProduced`` if the machine ends without an output.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy,
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

  /// Runs a machine, whose state is a property of `host`.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run<Host>(
    state: ReferenceWritableKeyPath<Host, State>,
    host: Host,
    proxy: Proxy,
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

  /// Runs a machine whose state is in `storage`, beginning with the present value.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy,
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
