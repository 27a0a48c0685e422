/// Keeps the state of a machine in a property of an object.
struct HostStorage<Host, Value>: Storage {
  let host: Host
  let keyPath: ReferenceWritableKeyPath<Host, Value>

  var value: Value {
    get { host[keyPath: keyPath] }
    nonmutating set { host[keyPath: keyPath] = newValue }
  }
}
