#if GTK
public import StateGraphPresentation

/// A view of a machine: a state that events change (a transducer). The view starts the machine when
/// the view is shown, and cancels the machine when the view is removed.
///
/// ```swift
/// struct CounterView: View {
///   @State private var counterState = Counter.initialState
///
///   var body: some View {
///     TransducerView(of: Counter.self, initialState: $counterState) { state, input in
///       Text("Count: \(state.count)")
///       Button("Increment") { try? input.send(.increment) }
///     }
///   }
/// }
/// ```
///
/// If the view gets a new proxy, the library cancels the previous machine and starts another one
/// from the initial state.
///
/// With `restoring`, the machine continues in the state that a session of `StateGraphSessions`
/// keeps over restarts.
public struct TransducerView<Transducer: BaseTransducer, Content: View>: View {
  public typealias Body = Never
  /// The type of the outputs of the machine.
  public typealias Output = Transducer.Output
  /// The type of the environment of the machine.
  public typealias Env = Transducer.Env
  /// The type of the closure that receives the result of the machine.
  public typealias Completion = StateGraphPresentation.Completion<Output>

  /// Where the machine begins.
  enum Machine {
    case configuration(ViewMachine<Transducer>.Configuration)
    case restoration(MachineRestoration<Transducer>)
  }

  let machine: Machine
  let content: @MainActor (Transducer.State, Transducer.Input) -> Content

  /// Creates the view of a machine with an output.
  ///
  /// - Parameters:
  ///   - type: The type of the machine.
  ///   - initialState: A binding to the value that stores the state of the machine. The current
  ///     value is the initial state.
  ///   - proxy: The object through which events reach the machine, or nil if the view creates one.
  ///   - env: The environment that the effects receive.
  ///   - output: Receives the output of each transition, on the main actor.
  ///   - completion: Receives the result of the machine when it ends, on the main actor.
  ///   - clock: Measures the delays of effects.
  ///   - content: Creates the views for a state. Its second argument sends events to the machine.
  public init(
    of type: Transducer.Type = Transducer.self,
    initialState: Binding<Transducer.State>,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    output: some Subject<Transducer.Output>,
    completion: Completion? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    @ViewBuilder content: @escaping @MainActor (Transducer.State, Transducer.Input) -> Content
  ) {
    var configuration = ViewMachine<Transducer>.Configuration(
      state: initialState,
      proxy: proxy,
      env: env
    )
    configuration.output = Callback { value in try await output.send(value) }
    configuration.completion = completion
    configuration.clock = clock
    machine = .configuration(configuration)
    self.content = content
  }

  /// Creates the view of a machine whose output is not used.
  ///
  /// The parameters are those of
  /// ``init(of:initialState:proxy:env:output:completion:clock:content:)``.
  public init(
    of type: Transducer.Type = Transducer.self,
    initialState: Binding<Transducer.State>,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    completion: Completion? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    @ViewBuilder content: @escaping @MainActor (Transducer.State, Transducer.Input) -> Content
  ) {
    var configuration = ViewMachine<Transducer>.Configuration(
      state: initialState,
      proxy: proxy,
      env: env
    )
    configuration.completion = completion
    configuration.clock = clock
    machine = .configuration(configuration)
    self.content = content
  }

  /// Creates the view of a machine whose state outlives the process.
  ///
  /// ```swift
  /// TransducerView(restoring: session.machine(of: Shelving.self, env: env)) { state, input in
  ///   TextField("Title", text: Binding(get: { state.title }, set: { try? input.send(.type($0)) }))
  /// }
  /// ```
  ///
  /// If the machine cannot be restored, the view shows the reason in its place, and lets the user
  /// try again. If another try cannot help, the user can also start afresh.
  ///
  /// - Parameters:
  ///   - restoration: The place that keeps the state. The view keeps its machine while it gets the
  ///     same place.
  ///   - content: Creates the views for a state. Its second argument sends events to the machine.
  public init(
    restoring restoration: MachineRestoration<Transducer>,
    @ViewBuilder content: @escaping @MainActor (Transducer.State, Transducer.Input) -> Content
  ) {
    machine = .restoration(restoration)
    self.content = content
  }
}

#endif
