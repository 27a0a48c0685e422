package import StateGraphCore

/// Runs the machine of a view on the main actor, without a toolkit.
///
/// The toolkit creates this object when the view is shown, calls ``update(_:)`` for each new view
/// value, and calls ``cancel()`` when the view is removed.
@MainActor
package final class ViewMachine<Transducer: BaseTransducer> {
  /// The properties of a view value that describe its machine.
  package struct Configuration {
    /// The variable that stores the state of the machine.
    package let state: GraphBinding<Transducer.State>
    /// Sends events to the machine. It is nil if ``ViewMachine`` creates a proxy.
    let proxy: Transducer.Proxy?
    let env: Transducer.Env
    /// Receives the output of each transition. It is nil if the outputs are dropped.
    package var output: Callback<Transducer.Output>?
    package var completion: Completion<Transducer.Output>?
    package var clock: any Clock<Duration> = ContinuousClock()

    package init(
      state: GraphBinding<Transducer.State>,
      proxy: Transducer.Proxy?,
      env: Transducer.Env
    ) {
      (self.state, self.proxy, self.env) = (state, proxy, env)
    }
  }

  private let initialState: Transducer.State
  // Only the main actor uses the fields, which are replaced together with the machine.
  private var proxy: Transducer.Proxy
  private var task: Task<Void, Never>?

  /// Sends events to the machine that runs now.
  package var input: Transducer.Input { proxy.input }

  /// Starts the machine. Its initial state is the current value of the configuration's binding.
  package init(_ configuration: Configuration) {
    initialState = withoutGraphTracking { configuration.state.wrappedValue }
    proxy = configuration.proxy ?? Transducer.Proxy()
    start(configuration)
  }

  /// If the configuration has another proxy than the running machine, cancels this machine and
  /// starts another one from the initial state. Otherwise does nothing.
  package func update(_ configuration: Configuration) {
    guard let new = configuration.proxy, new.id != proxy.id else { return }
    cancel()
    proxy = new
    configuration.state.wrappedValue = initialState
    start(configuration)
  }

  /// Cancels the machine, its operations, and an output that is suspended. Their later events are
  /// refused.
  package func cancel() {
    proxy.cancel()
    task?.cancel()
  }

  private func start(_ configuration: Configuration) {
    func run(_ output: some Subject<Transducer.Output>) -> Task<Void, Never> {
      let machine = Machine<Transducer, _, _>(
        storage: BindingStorage(binding: configuration.state),
        proxy: proxy,
        env: configuration.env,
        output: output,
        clock: configuration.clock
      )
      return machine.runInTask(configuration.completion)
    }
    task = configuration.output.map { run($0) } ?? run(NoCallback())
  }
}
