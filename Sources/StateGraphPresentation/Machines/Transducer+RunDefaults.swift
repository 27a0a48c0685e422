// Overloads of `run` without the output parameter, without the environment parameter, or without
// both.
extension BaseTransducer {
  /// Runs a machine that drops its outputs, and returns the last output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy = Proxy(),
    env: Env,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: LocalStorage(initialState),
      proxy: proxy,
      env: env,
      output: NoCallback<Output>(),
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine that drops its outputs and keeps its state in a property of `host`. Returns the
  /// last output.
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
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: HostStorage(host: host, keyPath: state),
      proxy: proxy,
      env: env,
      output: NoCallback<Output>(),
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine that drops its outputs and keeps its state in `storage`. Returns the last
  /// output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy = Proxy(),
    env: Env,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: storage,
      proxy: proxy,
      env: env,
      output: NoCallback<Output>(),
      clock: clock,
      systemActor: systemActor
    )
  }
}

extension BaseTransducer where Env == Void {
  /// Runs a machine whose effects need no environment. Returns the last output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy = Proxy(),
    output: some Subject<Output>,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: LocalStorage(initialState),
      proxy: proxy,
      env: (),
      output: output,
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine whose effects need no environment and that keeps its state in a property of
  /// `host`. Returns the last output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run<Host>(
    state: ReferenceWritableKeyPath<Host, State>,
    host: Host,
    proxy: Proxy = Proxy(),
    output: some Subject<Output>,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: HostStorage(host: host, keyPath: state),
      proxy: proxy,
      env: (),
      output: output,
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine whose effects need no environment and that keeps its state in `storage`.
  /// Returns the last output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy = Proxy(),
    output: some Subject<Output>,
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: storage,
      proxy: proxy,
      env: (),
      output: output,
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine whose effects need no environment and that drops its outputs. Returns the last
  /// output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy = Proxy(),
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: LocalStorage(initialState),
      proxy: proxy,
      env: (),
      output: NoCallback<Output>(),
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine whose effects need no environment, that drops its outputs and that keeps its
  /// state in a property of `host`. Returns the last output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run<Host>(
    state: ReferenceWritableKeyPath<Host, State>,
    host: Host,
    proxy: Proxy = Proxy(),
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: HostStorage(host: host, keyPath: state),
      proxy: proxy,
      env: (),
      output: NoCallback<Output>(),
      clock: clock,
      systemActor: systemActor
    )
  }

  /// Runs a machine whose effects need no environment, that drops its outputs and that keeps its
  /// state in `storage`. Returns the last output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy = Proxy(),
    clock: any Clock<Duration> = ContinuousClock(),
    systemActor: isolated any Actor = #isolation
  ) async throws -> Output {
    try await run(
      storage: storage,
      proxy: proxy,
      env: (),
      output: NoCallback<Output>(),
      clock: clock,
      systemActor: systemActor
    )
  }
}
