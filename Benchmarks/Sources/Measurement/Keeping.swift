public import CMeasurement

/// Keeps the optimiser from removing work whose result nobody uses. Costs one store.
@inlinable
@inline(__always)
public func consume<Value>(_ value: Value) {
  withUnsafePointer(to: value) { measurement_keep($0) }
}

/// `value`, about which the optimiser no longer knows anything.
@inlinable
@inline(__always)
public func opaque<Value>(_ value: Value) -> Value {
  var value = value
  withUnsafeMutablePointer(to: &value) { measurement_keep($0) }
  return value
}
