public import CMeasurement

/// Prevents the optimiser from removing work whose result is not used. The cost is one store.
@inlinable
@inline(__always)
public func consume<Value>(_ value: Value) {
  withUnsafePointer(to: value) { measurement_keep($0) }
}

/// Returns `value`. The optimiser cannot know that the result is the same value.
@inlinable
@inline(__always)
public func opaque<Value>(_ value: Value) -> Value {
  var value = value
  withUnsafeMutablePointer(to: &value) { measurement_keep($0) }
  return value
}
