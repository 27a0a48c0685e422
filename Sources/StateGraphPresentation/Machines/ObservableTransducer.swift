public import StateGraphCore

/// A machine on the main actor whose state is a node of the graph.
///
/// A `Computed` that reads ``state``, `onChange` of ``stateNode`` and Swift's Observation see each
/// change. The machine starts when the object is created, and is cancelled when the object is
/// released.
@MainActor
public final class ObservableTransducer<Transducer: BaseTransducer>: GraphObject, TransducerActor {
  /// The node of the state. Only the machine may set it.
  public let stateNode: Stored<Transducer.State>
  /// How events reach the machine.
  public nonisolated let proxy: Transducer.Proxy

  /// The present state.
  public var state: Transducer.State { stateNode.wrappedValue }

  /// Starts a machine.
  ///
  /// - Parameters:
  ///   - type: The type of the machine.
  ///   - initialState: The first state; nil for the transducer's own.
  ///   - proxy: How events reach the machine; nil for a new one.
  ///   - env: What effects use.
  ///   - output: Takes the output of each transition, on the main actor.
  ///   - completion: Is told on the main actor how the machine ended.
  ///   - clock: Measures the delays of effects.
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
      // Equal states are no change.
      areEqual: DynamicEquality.areEqual,
      name: "state"
    )
    let proxy = proxy ?? Transducer.Proxy()
    stateNode = _$observable(node)
    self.proxy = proxy
    // The task must not retain this object, whose release cancels it.
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
