import StateGraphCore

/// Keeps the state of a machine in the value of a binding, so that views can show the state. A read
/// by the machine records no dependency.
struct BindingStorage<Value>: Storage {
  let binding: GraphBinding<Value>

  var value: Value {
    get { withoutGraphTracking { binding.wrappedValue } }
    nonmutating set { binding.wrappedValue = newValue }
  }
}
