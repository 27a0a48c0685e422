/// Keeps the state of a machine that nobody else sees.
@usableFromInline
final class LocalStorage<Value>: Storage {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
