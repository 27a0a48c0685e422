/// Keeps the state of a machine in an object of its own, for the overloads of `run` that have the
/// parameter `initialState`. No code except the machine accesses this object.
@usableFromInline
final class LocalStorage<Value>: Storage {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
