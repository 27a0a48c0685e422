// Overloads of `run` that leave out the output, the environment, or both.
extension BaseTransducer {
  /// Runs a machine without an `output` subject, and returns its last output.
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

  /// Runs a machine without an `output` subject. The machine keeps its state in a property of
  /// `host`.
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

  /// Runs a machine without an `output` subject. The machine keeps its state in `storage`.
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
  /// Runs a machine whose environment is `Void`.
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

  /// Runs a machine whose environment is `Void` and whose state is a property of `host`.
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

  /// Runs a machine whose environment is `Void` and whose state is in `storage`.
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

  /// Runs a machine whose environment is `Void`, without an `output` subject.
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

  /// Runs a machine whose environment is `Void` and whose state is a property of `host`, without an
  /// `output` subject.
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

  /// Runs a machine whose environment is `Void` and whose state is in `storage`, without an
  /// `output` subject.
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
