// Initialisers of a transducer that has an initial state. Its machine starts there if the caller
// gives no other state.
extension ObservableTransducer where Transducer.InitialState == Transducer.State {
  /// Starts a machine in the given state, or else in the transducer's initial state.
  ///
  /// The parameters are those of `init(of:initialState:proxy:env:output:completion:clock:)`.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    output: some Subject<Transducer.Output>,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      of: type,
      initialState: initialState ?? Transducer.initialState,
      proxy: proxy,
      env: env,
      output: output,
      completion: completion,
      clock: clock
    )
  }

  /// Starts a machine that drops its outputs, in the given state or else in the initial state of
  /// the transducer.
  ///
  /// The parameters are those of `init(of:initialState:proxy:env:output:completion:clock:)`.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      of: type,
      initialState: initialState ?? Transducer.initialState,
      proxy: proxy,
      env: env,
      completion: completion,
      clock: clock
    )
  }
}

extension ObservableTransducer
where Transducer.InitialState == Transducer.State, Transducer.Env == Void {
  /// Starts a machine whose effects need no environment, in the given state or else in the
  /// transducer's initial state.
  ///
  /// The parameters are those of `init(of:initialState:proxy:env:output:completion:clock:)`.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    output: some Subject<Transducer.Output>,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      of: type,
      initialState: initialState ?? Transducer.initialState,
      proxy: proxy,
      output: output,
      completion: completion,
      clock: clock
    )
  }

  /// Starts a machine whose effects need no environment, and that drops its outputs, in the given
  /// state or else in the transducer's initial state.
  ///
  /// The parameters are those of `init(of:initialState:proxy:env:output:completion:clock:)`.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      of: type,
      initialState: initialState ?? Transducer.initialState,
      proxy: proxy,
      completion: completion,
      clock: clock
    )
  }
}
