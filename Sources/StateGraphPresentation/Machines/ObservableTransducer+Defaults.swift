// Initialisers without the output parameter, without the environment parameter, or without both.
extension ObservableTransducer {
  /// Starts a machine that drops its outputs.
  ///
  /// The parameters are those of `init(of:initialState:proxy:env:output:completion:clock:)`.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      of: type,
      initialState: initialState,
      proxy: proxy,
      env: env,
      output: NoCallback<Transducer.Output>(),
      completion: completion,
      clock: clock
    )
  }
}

extension ObservableTransducer where Transducer.Env == Void {
  /// Starts a machine whose effects need no environment.
  ///
  /// The parameters are those of `init(of:initialState:proxy:env:output:completion:clock:)`.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State,
    proxy: Transducer.Proxy? = nil,
    output: some Subject<Transducer.Output>,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      of: type,
      initialState: initialState,
      proxy: proxy,
      env: (),
      output: output,
      completion: completion,
      clock: clock
    )
  }

  /// Starts a machine whose effects need no environment, and that drops its outputs.
  ///
  /// The parameters are those of `init(of:initialState:proxy:env:output:completion:clock:)`.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State,
    proxy: Transducer.Proxy? = nil,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      of: type,
      initialState: initialState,
      proxy: proxy,
      env: (),
      output: NoCallback<Transducer.Output>(),
      completion: completion,
      clock: clock
    )
  }
}
