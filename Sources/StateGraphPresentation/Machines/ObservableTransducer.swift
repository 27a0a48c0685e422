public import StateGraphCore

/// A machine on the main actor whose state is a node of the graph.
///
/// A `Computed` that reads ``state``, `onChange` of ``stateNode`` and Swift's Observation see each
/// change. The machine starts when the object is created, and is cancelled when the object is
/// released.
@MainActor
public final class ObservableTransducer<Transducer: BaseTransducer>: GraphObject, TransducerActor {
  /// The graph node that holds the state. Only the machine may set its value.
  public let stateNode: Stored<Transducer.State>
  /// The proxy that sends events to the machine and cancels it.
  public nonisolated let proxy: Transducer.Proxy

  /// The state after the last transition.
  public var state: Transducer.State { stateNode.wrappedValue }

  /// Starts a machine.
  ///
  /// - Parameters:
  ///   - type: The transducer that the machine runs.
  ///   - initialState: The first state; nil for `Transducer.initialState`.
  ///   - proxy: The proxy that sends events to the machine; nil for a new proxy.
  ///   - env: The environment, which the machine passes to its effects.
  ///   - output: Receives the output of each transition, on the main actor.
  ///   - completion: Receives the last output, or the error that ended the machine, on the main
  ///     actor.
  ///   - clock: The clock that measures the delays of effects.
  public init(
    of type: Transducer.Type = Transducer.self,
    initialState: Transducer.State? = nil,
    proxy: Transducer.Proxy? = nil,
    env: Transducer.Env,
    output: some Subject<Transducer.Output>,
    completion: (any Completable<Transducer.Output>)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let node = Stored(
      wrappedValue: initialState ?? Transducer.initialState,
      // A state that equals the previous state is no change, and notifies no observer.
      areEqual: DynamicEquality.areEqual,
      name: "state"
    )
    let proxy = proxy ?? Transducer.Proxy()
    stateNode = _$observable(node)
    self.proxy = proxy
    // The task must not retain `self`, because the release of `self` cancels the machine.
    Task { @MainActor in
      let result: Result<Transducer.Output, any Error>
      do {
        result = .success(
          try await Transducer.run(
            storage: StoredNodeStorage(node: node),
            proxy: proxy,
            env: env,
            output: output,
            clock: clock
          )
        )
      } catch {
        result = .failure(error)
      }
      completion?.completed(with: result)
    }
  }

  deinit {
    proxy.cancel()
  }
}
