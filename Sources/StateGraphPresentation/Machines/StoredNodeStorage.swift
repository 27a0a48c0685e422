import StateGraphCore

/// Keeps the state of a machine in a node of the graph. Each transition sets the node once.
struct StoredNodeStorage<Value>: Storage {
  let node: Stored<Value>

  var value: Value {
    get { withoutGraphTracking { node.wrappedValue } }
    nonmutating set { node.wrappedValue = newValue }
  }
}
