/// Keeps the state of a machine in an object that no other code accesses.
@usableFromInline
final class LocalStorage<Value>: Storage {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
