#if GTK
import StateGraphCore
import StateGraphPresentation

/// Keeps the state of a machine where a binding says.
struct BindingStorage<Value>: Storage {
  let binding: GraphBinding<Value>

  var value: Value {
    get { withoutGraphTracking { binding.wrappedValue } }
    nonmutating set { binding.wrappedValue = newValue }
  }
}

#endif
