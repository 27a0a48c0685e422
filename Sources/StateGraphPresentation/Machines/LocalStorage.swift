/// Keeps the state of a machine that nobody else sees.
final class LocalStorage<Value>: Storage {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
