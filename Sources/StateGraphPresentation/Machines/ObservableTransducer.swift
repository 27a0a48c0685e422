public import StateGraphCore

/// Runs a transducer as a machine on the main actor, and keeps the machine's state in a node of the
/// graph.
///
/// A `Computed` that reads ``state``, `onChange` of ``stateNode`` and Swift's Observation see each
/// change. The machine starts when the object is created. When the object is released, it cancels
/// the machine.
@MainActor
public final class ObservableTransducer<Transducer: BaseTransducer>: GraphObject, TransducerActor {
  /// The task that runs the machine.
  private let task: Task<Void, Never>
  /// The graph node that holds the state of the machine. Only the machine may set its value.
  public let stateNode: Stored<Transducer.State>
  /// The proxy of the machine. It sends events to the machine and can cancel the machine.
  public nonisolated let proxy: Transducer.Proxy

  /// The state after the machine's last transition. A `Computed` that reads this property depends
  /// on the state.
  public var state: Transducer.State { stateNode.wrappedValue }

  /// Whether the machine has neither ended nor been cancelled. No node of the graph holds this
  /// value, so nothing follows its changes.
  public var isRunning: Bool { !proxy.channel.hasEnded }

  /// Creates the object and starts its machine, which runs in a task of the main actor.
  ///
  /// - Parameters:
  ///   - type: The transducer that the machine runs.
  ///   - initialState: The state in which the machine starts.
  ///   - proxy: The proxy that sends events to the machine; nil to create a new proxy.
  ///   - env: The environment, which the machine passes to its effects.
  ///   - output: Receives the output of each transition, on the main actor.
  ///   - completion: Receives the last output, or the error that ended the machine, on the main
  ///     actor.
  ///   - clock: The clock that measures the delays of effects.
  public convenience init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    output: some Subject<Transducer.Output>,
    completion: Completion<Transducer.Output>? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let proxy = proxy ?? Transducer.Proxy()
    self.init(initialState: initialState, proxy: proxy, completion: completion) { node in
      Machine(
        storage: StoredNodeStorage(node: node),
        proxy: proxy,
        env: env,
        output: output,
        clock: clock
      )
    }
  }

  /// Creates the object, and starts the machine that `machine` returns. Its storage sets the node
  /// that `machine` receives.
  package init<S: Storage<Transducer.State>, O: Subject<Transducer.Output>>(
    initialState: Transducer.State,
    proxy: Transducer.Proxy,
    completion: Completion<Transducer.Output>?,
    machine: (Stored<Transducer.State>) -> Machine<Transducer, S, O>
  ) {
    let node = Stored(
      wrappedValue: initialState,
      // If a transition results in a state that equals the previous state, the node does not change
      // and notifies no observer.
      areEqual: DynamicEquality.areEqual,
      name: "state"
    )
    stateNode = _$observable(node)
    self.proxy = proxy
    task = machine(node).runInTask(completion)
  }

  /// Ends the machine, its operations, and an output that is suspended.
  public func cancel(with error: (any Error)?) {
    proxy.cancel(with: error)
    task.cancel()
  }

  deinit {
    proxy.cancel()
    task.cancel()
  }
}
