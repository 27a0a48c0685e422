extension Computed {
  /// Creates a node that retains the object `companion`.
  ///
  /// The creator of the node can get this object back from the property ``companion``. For example,
  /// it is an editor of the data from which the node is computed. The companion must not retain the
  /// node. See the initialiser of `Computed` with `areEqual` for the other parameters.
  package convenience init(
    companion: any AnyObject & Sendable,
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    name: StaticString,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.init(
      AccompaniedClosure(compute, areEqual: areEqual, companion: companion),
      run: {
        Self.evaluate($0, into: $1) { closure, old, new in
          unsafeDowncast(closure, to: ComparingClosure<Value>.self).areEqual(old, new)
        }
      },
      origin: NodeOrigin(name, fileID: "", line: 0)
    )
  }

  /// The object that was passed to the initialiser with `companion`, or nil for a node that another
  /// initialiser created.
  package var companion: (any AnyObject & Sendable)? {
    closure._withUnsafeGuaranteedRef { ($0 as? AccompaniedClosure<Value>)?.companion }
  }
}

/// Contains the closures of a node, and the node's companion.
///
/// The node itself has no field for the companion, because few nodes have a companion and each
/// field costs memory in every node.
private final class AccompaniedClosure<Value>: ComparingClosure<Value> {
  let companion: any AnyObject & Sendable

  init(
    _ compute: @escaping @Sendable (inout Computed<Value>.Context) -> Value,
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    companion: any AnyObject & Sendable
  ) {
    self.companion = companion
    super.init(compute, areEqual: areEqual)
  }
}
