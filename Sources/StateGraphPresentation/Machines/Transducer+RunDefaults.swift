// The forms of `run` for a machine whose output, environment or both are not used.
extension BaseTransducer {
  /// Runs a machine without an output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy,
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

  /// Runs a machine without an output, whose state is a property of `host`.
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

  /// Runs a machine without an output, whose state is in `storage`.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy,
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
  /// Runs a machine without an environment.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy,
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

  /// Runs a machine without an environment, whose state is a property of `host`.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run<Host>(
    state: ReferenceWritableKeyPath<Host, State>,
    host: Host,
    proxy: Proxy,
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

  /// Runs a machine without an environment, whose state is in `storage`.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy,
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

  /// Runs a machine without an environment and an output.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    initialState: State,
    proxy: Proxy,
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

  /// Runs a machine without an environment and an output, whose state is a property of `host`.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run<Host>(
    state: ReferenceWritableKeyPath<Host, State>,
    host: Host,
    proxy: Proxy,
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

  /// Runs a machine without an environment and an output, whose state is in `storage`.
  ///
  /// The parameters and errors are those of
  /// ``run(initialState:proxy:env:output:clock:systemActor:)``.
  @inlinable
  @discardableResult
  public static func run(
    storage: some Storage<State>,
    proxy: Proxy,
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
