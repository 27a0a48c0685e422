/// The operations (tasks of effects) that a ``TransducerTester`` holds back until the test runs
/// them. They are in the order in which effects started them.
struct HeldOperations<T: BaseTransducer> {
  private(set) var operations: [Effect<T>.Operation] = []

  mutating func start(_ operation: Effect<T>.Operation) {
    if let id = operation.id { cancel(id) }
    operations.append(operation)
  }

  mutating func cancel(_ id: OperationID) {
    operations.removeAll { $0.id == id }
  }

  mutating func cancelAll() {
    operations = []
  }

  /// Removes the first operation with `id`, or the first of all operations if `id` is nil, and
  /// returns it. Returns nil if there is no such operation.
  mutating func take(_ id: OperationID?) -> Effect<T>.Operation? {
    operations.firstIndex { id == nil || $0.id == id }.map { operations.remove(at: $0) }
  }
}
