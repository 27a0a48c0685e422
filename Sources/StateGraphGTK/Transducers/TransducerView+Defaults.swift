#if GTK
public import StateGraphPresentation

// Initialisers for a machine without an environment. One of them takes a closure for the output
// after the content.
extension TransducerView where Transducer.Env == Void {
  /// Creates the view of a machine without an environment, whose output is not used.
  ///
  /// The parameters are those of
  /// ``init(of:initialState:proxy:env:output:completion:clock:content:)``.
  public init(
    of type: Transducer.Type = Transducer.self,
    initialState: Binding<Transducer.State>,
    proxy: Transducer.Proxy? = nil,
    completion: Completion? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    @ViewBuilder content: @escaping @MainActor (Transducer.State, Transducer.Input) -> Content
  ) {
    self.init(
      of: type,
      initialState: initialState,
      proxy: proxy,
      env: (),
      completion: completion,
      clock: clock,
      content: content
    )
  }

  /// Creates the view of a machine without an environment.
  ///
  /// The parameters are those of
  /// ``init(of:initialState:proxy:env:output:completion:clock:content:)``.
  public init(
    of type: Transducer.Type = Transducer.self,
    initialState: Binding<Transducer.State>,
    proxy: Transducer.Proxy? = nil,
    output: some Subject<Transducer.Output>,
    completion: Completion? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    @ViewBuilder content: @escaping @MainActor (Transducer.State, Transducer.Input) -> Content
  ) {
    self.init(
      of: type,
      initialState: initialState,
      proxy: proxy,
      env: (),
      output: output,
      completion: completion,
      clock: clock,
      content: content
    )
  }

  /// Creates the view of a machine without an environment. The closure `output` receives the output
  /// of each transition, on the main actor.
  ///
  /// The other parameters are those of
  /// ``init(of:initialState:proxy:env:output:completion:clock:content:)``.
  public init(
    of type: Transducer.Type = Transducer.self,
    initialState: Binding<Transducer.State>,
    proxy: Transducer.Proxy? = nil,
    completion: Completion? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    @ViewBuilder content: @escaping @MainActor (Transducer.State, Transducer.Input) -> Content,
    output: @escaping @MainActor (Transducer.Output) -> Void
  ) {
    self.init(
      of: type,
      initialState: initialState,
      proxy: proxy,
      env: (),
      // The machine of a view runs on the main actor.
      output: Callback { value in
        // SAFETY: the value stays on the main actor.
        nonisolated(unsafe) let value = value
        MainActor.assumeIsolated { output(value) }
      },
      completion: completion,
      clock: clock,
      content: content
    )
  }
}

#endif
