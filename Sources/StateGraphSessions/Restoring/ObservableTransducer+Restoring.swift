public import StateGraphPresentation

extension ObservableTransducer where Transducer: RestorableTransducer {
  /// Creates the object and starts its machine in the state of a session.
  ///
  /// Without a row of the session, and if the machine of the session had reached a terminal state,
  /// the machine starts in `Transducer.initialState`. Otherwise it first performs the unfinished
  /// requests, and calls ``RestorableTransducer/resumed(_:)``. The restore itself writes nothing.
  ///
  /// Each transition is one transaction of the session's database. A transition that neither
  /// changes the state nor writes makes no commit. If the transaction is refused, the state is as
  /// before, and the machine continues.
  ///
  /// - Parameters:
  ///   - type: The transducer that the machine runs.
  ///   - session: The session that keeps the state. The machine keeps it open.
  ///   - proxy: The proxy that sends events to the machine; nil to create a new proxy.
  ///   - env: The environment, which the machine passes to its effects.
  ///   - output: Receives the output of each transition after its commit, on the main actor.
  ///   - completion: Receives the last output, or the error that ended the machine, on the main
  ///     actor.
  ///   - refusal: Receives the error of a refused transition, on the main actor, if no `orElse`
  ///     takes it and no sender waits for the event. If it is nil, the error is logged.
  ///   - clock: The clock that measures the delays of effects.
  /// - Throws: ``SessionError``. It is `.inUse` while another machine of the session runs;
  ///   `.foreignState`, `.newerState`, `.olderState`, `.damagedState` or `.damagedRequest` if the
  ///   state or a request cannot be restored; and `.unreadable` if the database cannot be read.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    restoring session: Session,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    output: some Subject<Transducer.Output>,
    completion: Completion<Transducer.Output>? = nil,
    refusal: ((SessionError) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(SessionError) {
    let proxy = proxy ?? Transducer.Proxy()
    let machine = try SessionMachine<Transducer>(session, proxy: proxy, refusal: refusal)
    let state = machine.restoration.state
    self.init(initialState: state, proxy: proxy, completion: completion) { node in
      machine.machine(in: node, env: env, output: output, clock: clock)
    }
  }

  /// Starts a machine in the state of a session, and drops its outputs.
  ///
  /// The parameters and errors are those of
  /// ``init(of:restoring:proxy:env:output:completion:refusal:clock:)``.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    restoring session: Session,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    completion: Completion<Transducer.Output>? = nil,
    refusal: ((SessionError) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(SessionError) {
    try self.init(
      of: type,
      restoring: session,
      proxy: proxy,
      env: env,
      output: NoCallback<Transducer.Output>(),
      completion: completion,
      refusal: refusal,
      clock: clock
    )
  }
}

extension ObservableTransducer where Transducer: RestorableTransducer, Transducer.Env == Void {
  /// Starts a machine in the state of a session. Its effects need no environment, and it drops its
  /// outputs.
  ///
  /// The parameters and errors are those of
  /// ``init(of:restoring:proxy:env:output:completion:refusal:clock:)``.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    restoring session: Session,
    proxy: Transducer.Proxy? = nil,
    completion: Completion<Transducer.Output>? = nil,
    refusal: ((SessionError) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(SessionError) {
    try self.init(
      of: type,
      restoring: session,
      proxy: proxy,
      env: (),
      output: NoCallback<Transducer.Output>(),
      completion: completion,
      refusal: refusal,
      clock: clock
    )
  }
}
