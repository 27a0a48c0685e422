// Initialisers that leave out the output, the environment, or both.
extension ObservableTransducer {
  /// Starts a machine whose outputs are ignored.
  ///
  /// The parameters are those of ``init(of:initialState:proxy:env:output:completion:clock:)``.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    completion: (any Completable<Transducer.Output>)? = nil,
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
  /// Starts a machine whose environment is `Void`.
  ///
  /// The parameters are those of ``init(of:initialState:proxy:env:output:completion:clock:)``.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    output: some Subject<Transducer.Output>,
    completion: (any Completable<Transducer.Output>)? = nil,
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

  /// Starts a machine whose environment is `Void` and whose outputs are ignored.
  ///
  /// The parameters are those of ``init(of:initialState:proxy:env:output:completion:clock:)``.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    completion: (any Completable<Transducer.Output>)? = nil,
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
