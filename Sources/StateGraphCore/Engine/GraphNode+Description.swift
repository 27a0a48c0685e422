extension GraphNode {
  /// The node's name and the source location that created the node. The reference does not retain
  /// the node.
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
  /// The node's name and the source location that created the node, but not its value.
  ///
  /// A node that the library created for itself has no source location. Its description names the
  /// data that it represents, for example "User.name".
  public final var description: String {
    let reference = reference
    return reference.fileID == nil
      ? observed.meaning ?? reference.description
      : reference.description
  }
}

extension GraphNode {
  /// The name of this node without its place, or an empty text if it has no name. A node of the
  /// library is called by the data that it represents. The caller must hold no lock.
  package final var shownName: String {
    let reference = reference
    return (reference.fileID == nil ? observed.meaning : nil) ?? reference.name ?? ""
  }

  /// The name of the data that this node represents, for example "User.name", or nil if it has no
  /// name.
  ///
  /// For a computed node, this is the name of the first signal with a name among its dependencies.
  /// The caller must hold no lock.
  final var meaning: String? {
    if let signal = self as? Signal { return signal.name }
    return asComputed?.firstSignals.lazy.compactMap(\.name).first
  }

  /// Identifies the node that observers of this node attach to. An ``ObserverCall`` contains the
  /// same reference.
  package final var observedReference: NodeReference { observed.reference }
}

extension ComputedNode {
  /// At most the first four signals among the dependencies of the last run.
  ///
  /// Empty while the node is being evaluated.
  fileprivate final var firstSignals: [Signal] {
    Graph.withLock {
      var signals: [Signal] = []
      // While the closure runs, only the evaluating thread may use the list of dependencies.
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
