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
    let output: Callback<Transducer.Output>?
    let completion: Completion<Transducer.Output>?
    let clock: any Clock<Duration>

    package init(
      state: GraphBinding<Transducer.State>,
      proxy: Transducer.Proxy?,
      env: Transducer.Env,
      output: Callback<Transducer.Output>?,
      completion: Completion<Transducer.Output>?,
      clock: any Clock<Duration>
    ) {
      self.state = state
      self.proxy = proxy
      self.env = env
      self.output = output
      self.completion = completion
      self.clock = clock
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
      Transducer.runInTask(
        storage: BindingStorage(binding: configuration.state),
        proxy: proxy,
        env: configuration.env,
        output: output,
        completion: configuration.completion,
        clock: configuration.clock
      )
    }
    task = configuration.output.map { run($0) } ?? run(NoCallback())
  }
}
