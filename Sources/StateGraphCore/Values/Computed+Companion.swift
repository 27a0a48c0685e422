extension Computed {
  /// Creates a node that keeps an object of the code that creates it, for example an editor of the
  /// data from which the node is computed.
  ///
  /// The companion must not retain the node. See the initialiser of `Computed` with `areEqual` for
  /// the other parameters.
  package convenience init(
    companion: any AnyObject & Sendable,
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    name: StaticString,
    _ compute: @escaping @Sendable (inout Context) -> Value
  ) {
    self.init(
      AccompaniedClosure(compute, areEqual: areEqual, companion),
      {
        Self.evaluate($0, into: $1) { closure, old, new in
          unsafeDowncast(closure, to: ComparingClosure<Value>.self).areEqual(old, new)
        }
      },
      NodeOrigin(name, "", 0)
    )
  }

  /// The object that the creator of the node has given it. Nil for any other node.
  package var companion: (any AnyObject & Sendable)? {
    closure._withUnsafeGuaranteedRef { ($0 as? AccompaniedClosure<Value>)?.companion }
  }
}

/// Contains the closures of a node, and the node's companion.
///
/// The companion is here and not in the node, because few of the many nodes have one.
private final class AccompaniedClosure<Value>: ComparingClosure<Value> {
  let companion: any AnyObject & Sendable

  init(
    _ compute: @escaping @Sendable (inout Computed<Value>.Context) -> Value,
    areEqual: @escaping @Sendable (Value, Value) -> Bool,
    _ companion: any AnyObject & Sendable
  ) {
    self.companion = companion
    super.init(compute, areEqual: areEqual)
  }
}
