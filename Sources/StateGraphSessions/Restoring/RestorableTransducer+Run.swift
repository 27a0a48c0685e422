import StateGraphCore
public import StateGraphPresentation

extension RestorableTransducer {
  /// Runs a machine in the state of a session until its state is terminal, and returns its last
  /// output.
  ///
  /// The machine runs on the actor of the caller. An `ObservableTransducer` with the parameter
  /// `restoring` describes the transactions.
  ///
  /// - Parameters:
  ///   - session: The session that keeps the state.
  ///   - proxy: The proxy that sends events to the machine. It must be new.
  ///   - env: The environment, which the machine passes to its effects.
  ///   - output: Receives the output of each transition after its commit.
  ///   - refusal: Receives the error of a refused transition, if no `orElse` takes it and no sender
  ///     waits for the event. If it is nil, the error is logged.
  ///   - clock: The clock that measures the delays of effects.
  ///   - systemActor: The actor on which the machine runs.
  /// - Throws: ``SessionError`` if the state cannot be restored, and the errors of
  ///   `run(initialState:proxy:env:output:clock:systemActor:)`.
  @discardableResult
  public static func run(
    restoring session: Session,
    proxy: Proxy,
    env: Env,
    output: some Subject<Output>,
    refusal: ((SessionError) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    let machine = try SessionMachine<Self>(session, proxy: proxy, refusal: refusal)
    let node = Stored(wrappedValue: machine.restoration.state)
    return try await machine.machine(in: node, env: env, output: output, clock: clock)
      .run(systemActor)
  }

  /// Runs a machine in the state of a session, and drops its outputs. Returns the last output.
  ///
  /// The parameters and errors are those of
  /// ``run(restoring:proxy:env:output:refusal:clock:systemActor:)``.
  @discardableResult
  public static func run(
    restoring session: Session,
    proxy: Proxy,
    env: Env,
    refusal: ((SessionError) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      restoring: session,
      proxy: proxy,
      env: env,
      output: NoCallback<Output>(),
      refusal: refusal,
      clock: clock,
      systemActor: systemActor
    )
  }
}
