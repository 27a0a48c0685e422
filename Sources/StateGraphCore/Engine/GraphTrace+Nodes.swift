import StateGraphThreads

extension GraphTrace {
  @inline(never)
  static func didChange(_ node: GraphNode) { record(.changed(node.reference)) }

  /// The state of a computed node before its closure runs, for a trace.
  struct Beginning {
    /// The dependencies that have changed since the node last read them.
    fileprivate(set) var causes: [NodeReference] = []
    /// The numbers of the same dependencies.
    fileprivate(set) var causeNumbers: [Int] = []
    fileprivate(set) var time: UInt64 = 0
  }

  /// Returns the state of `node` before its closure runs. The caller must hold the graph's lock.
  @inline(never)
  static func willEvaluate(_ node: ComputedNode) -> Beginning {
    var beginning = Beginning()
    let recordsEvents = recorder != nil
    let collectsWork = current?.work != nil
    var edge = node.firstDependency
    while let current = edge {
      edge = current.pointee.nextDependency
      current.pointee.dependency._withUnsafeGuaranteedRef {
        guard $0.changedAt != current.pointee.seen else { return }
        if recordsEvents { beginning.causes.append($0.reference) }
        if collectsWork { beginning.causeNumbers.append(NodeNumbers.shared.number(of: $0)) }
      }
    }
    if collectsWork { beginning.time = SystemClock.uptime }
    return beginning
  }

  /// Records a run of the closure of `node`. The caller must hold the graph's lock.
  @inline(never)
  static func didEvaluate(_ node: ComputedNode, since beginning: Beginning, changed: Bool) {
    record(.evaluated(node.reference, because: beginning.causes, changed: changed))
    // A trace that began while the closure ran has no time of its beginning.
    guard let work = current?.work, beginning.time != 0 else { return }
    let reference = node.reference
    var signals: [Signal] = []
    var edge = reference.fileID == nil ? node.firstDependency : nil
    while let current = edge, signals.count < 4 {
      edge = current.pointee.nextDependency
      if let signal = current.pointee.dependency.takeUnretainedValue() as? Signal {
        signals.append(signal)
      }
    }
    work.append(
      TracedWork(
        kind: .evaluation(causes: beginning.causeNumbers, changed: changed),
        node: NumberedNode(node, name: reference.name ?? "", place: reference),
        start: beginning.time,
        end: SystemClock.uptime
      ),
      findName: signals.isEmpty ? nil : { signals.lazy.compactMap(\.name).first }
    )
  }

  @inline(never)
  static func didDeliver(_ node: GraphNode) { record(.observed(node.reference)) }
}

extension DeliveryLog {
  /// Whether the work of this thread is being traced.
  package static var tracesThisThread: Bool { GraphTrace.current?.work != nil }

  /// Adds a read of data outside of the graph to the trace of this thread, if there is one. The
  /// caller must hold no lock.
  ///
  /// - Parameters:
  ///   - signal: The node that represents the data.
  ///   - reason: Why the data was read.
  ///   - start: When the read began, by `SystemClock.uptime`. It ends now.
  package static func didRead(_ signal: Signal, because reason: String, since start: UInt64) {
    guard let work = GraphTrace.current?.work else { return }
    work.append(
      TracedWork(
        kind: .read(reason: reason),
        node: NumberedNode(signal, name: signal.name ?? "", place: signal.reference),
        start: start,
        end: SystemClock.uptime
      )
    )
  }

  /// Adds a call of the handler of `observer` to the trace of this thread, if there is one. The
  /// caller must hold no lock.
  static func didCall(_ observer: Observer, of node: GraphNode, since start: UInt64) {
    guard let work = GraphTrace.current?.work else { return }
    work.append(
      TracedWork(
        kind: .call,
        node: NumberedNode(node, name: node.shownName, place: observer.reference),
        start: start,
        end: SystemClock.uptime
      )
    )
  }
}
