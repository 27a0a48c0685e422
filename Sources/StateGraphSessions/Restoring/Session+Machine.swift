public import StateGraphPresentation

extension Session {
  /// The machine of this session, for a view that starts it.
  ///
  /// ```swift
  /// TransducerView(restoring: session.machine(of: Shelving.self, env: env)) { state, input in
  ///   Text(state.title)
  /// }
  /// ```
  ///
  /// If the state cannot be restored, the view shows the reason. For a state that is damaged, newer
  /// or of another transducer, it offers a fresh start, for which ``setAside()`` keeps the old row.
  ///
  /// - Parameters:
  ///   - type: The transducer that the machine runs.
  ///   - env: The environment, which the machine passes to its effects.
  ///   - refusal: Receives the error of a refused transition, on the main actor, if no `orElse`
  ///     takes it and no sender waits for the event. If it is nil, the error is logged.
  ///   - clock: The clock that measures the delays of effects.
  @MainActor
  public func machine<Transducer: RestorableTransducer>(
    of type: Transducer.Type = Transducer.self,
    env: Transducer.Env,
    refusal: ((SessionError) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> MachineRestoration<Transducer> {
    MachineRestoration(id: ObjectIdentifier(self)) { () throws(RestorationFailure) in
      do throws(SessionError) {
        return try ObservableTransducer(
          of: type,
          restoring: self,
          env: env,
          refusal: refusal,
          clock: clock
        )
      } catch {
        throw self.failure(error)
      }
    }
  }

  /// Adds the fresh start to an error if it leads to another result than a further try.
  private func failure(_ error: SessionError) -> RestorationFailure {
    let unusable: [SessionError.Code] = [
      .foreignState, .newerState, .olderState, .damagedState, .damagedRequest,
    ]
    guard unusable.contains(error.code) else { return RestorationFailure("\(error)") }
    return RestorationFailure("\(error)") { try self.setAside() }
  }
}

extension Session {
  /// The machine of this session, for a view that starts it. Its effects need no environment.
  ///
  /// The parameters are those of ``machine(of:env:refusal:clock:)``.
  @MainActor
  public func machine<Transducer: RestorableTransducer>(
    of type: Transducer.Type = Transducer.self,
    refusal: ((SessionError) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> MachineRestoration<Transducer> where Transducer.Env == Void {
    machine(of: type, env: (), refusal: refusal, clock: clock)
  }
}
