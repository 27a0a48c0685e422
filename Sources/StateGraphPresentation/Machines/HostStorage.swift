/// Keeps the state of a machine in a property of an object, for the overloads of `run` that have
/// the parameter `host`.
@usableFromInline
struct HostStorage<Host, Value>: Storage {
  @usableFromInline let host: Host
  @usableFromInline let keyPath: ReferenceWritableKeyPath<Host, Value>

  @inlinable
  init(host: Host, keyPath: ReferenceWritableKeyPath<Host, Value>) {
    self.host = host
    self.keyPath = keyPath
  }

  @inlinable var value: Value {
    get { host[keyPath: keyPath] }
    nonmutating set { host[keyPath: keyPath] = newValue }
  }
}
