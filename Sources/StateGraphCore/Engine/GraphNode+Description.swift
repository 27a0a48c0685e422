extension GraphNode {
  /// The node's name and the place that created it.
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
  /// The node's name and the place that created it, without its value. For a node that the library
  /// created for itself, the name of what it represents: "User.name".
  public final var description: String {
    let reference = reference
    return reference.fileID == nil
      ? observed.meaning ?? reference.description
      : reference.description
  }
}

extension GraphNode {
  /// The name of what this signal represents, or of the first named signal among a computed node's
  /// dependencies. Call with no lock held.
  final var meaning: String? {
    if let signal = self as? Signal { return signal.name }
    return asComputed?.firstSignals.lazy.compactMap(\.name).first
  }

  /// A reference to the node that observers of this one attach to, as it occurs in an
  /// ``ObserverCall``.
  package final var observedReference: NodeReference { observed.reference }
}

extension ComputedNode {
  /// Up to four signals among the dependencies of the last run. Empty while another run is in
  /// progress.
  fileprivate final var firstSignals: [Signal] {
    Graph.withLock {
      var signals: [Signal] = []
      // During an evaluation the dependency list belongs to the evaluating thread.
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
