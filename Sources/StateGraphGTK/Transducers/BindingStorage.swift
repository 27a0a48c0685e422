#if GTK
import StateGraphCore
import StateGraphPresentation

/// Stores the state of a machine (a transducer) in the value of a binding, so that views can show
/// the state.
struct BindingStorage<Value>: Storage {
  let binding: GraphBinding<Value>

  var value: Value {
    get { withoutGraphTracking { binding.wrappedValue } }
    nonmutating set { binding.wrappedValue = newValue }
  }
}

#endif
