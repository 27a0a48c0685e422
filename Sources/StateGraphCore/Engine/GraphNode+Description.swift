extension GraphNode {
  /// The node's name and place.
  public final var reference: NodeReference {
    NodeReference(
      id: UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()),
      name: origin.name,
      fileID: origin.fileID,
      line: Int(origin.line)
    )
  }
}

extension GraphNode: CustomStringConvertible {
  /// The node's name and place, not its value. Of a node that the library has made for itself, what
  /// it stands for: "User.name".
  public final var description: String {
    let reference = reference
    return reference.fileID == nil
      ? observed.meaning ?? reference.description
      : reference.description
  }
}

extension GraphNode {
  /// What a signal, or the first signal with a name that a computed node has read, stands for. Call
  /// with no lock held.
  final var meaning: String? {
    if let signal = self as? Signal { return signal.name }
    return asComputed?.firstSignals.lazy.compactMap(\.name).first
  }

  /// The node that observers of this one attach to, whose reference an ``ObserverCall`` has.
  package final var observedReference: NodeReference { observed.reference }
}

extension ComputedNode {
  /// The first few signals among what the last run has read; none while another run is under way.
  fileprivate final var firstSignals: [Signal] {
    Graph.withLock {
      var signals: [Signal] = []
      // While a thread evaluates the node, the notes in its list are that thread's.
      var edge = flags.contains(.evaluating) ? nil : firstDependency
      while let current = edge, signals.count < 4 {
        edge = current.pointee.nextDependency
        if let signal = current.pointee.dependency.takeUnretainedValue() as? Signal {
          signals.append(signal)
        }
      }
      return signals
    }
  }
}
