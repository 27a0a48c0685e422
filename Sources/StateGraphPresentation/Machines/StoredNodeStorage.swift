import StateGraphCore

/// Keeps the state of an ``ObservableTransducer`` in a node of the graph. Each transition sets the
/// node once. A read by the machine records no dependency.
struct StoredNodeStorage<Value>: Storage {
  let node: Stored<Value>

  var value: Value {
    get { withoutGraphTracking { node.wrappedValue } }
    nonmutating set { node.wrappedValue = newValue }
  }
}
