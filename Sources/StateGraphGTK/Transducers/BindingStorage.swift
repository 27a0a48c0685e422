#if GTK
import StateGraphCore
import StateGraphPresentation

/// Keeps the state of a machine in the value of a binding.
struct BindingStorage<Value>: Storage {
  let binding: GraphBinding<Value>

  var value: Value {
    get { withoutGraphTracking { binding.wrappedValue } }
    nonmutating set { binding.wrappedValue = newValue }
  }
}

#endif
