/// The operations that a ``TransducerTester`` has not run yet, in the order in which effects
/// started them.
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

  /// Removes and returns the first operation with `id`, or the first of all operations if `id` is
  /// nil.
  mutating func take(_ id: OperationID?) -> Effect<T>.Operation? {
    operations.firstIndex { id == nil || $0.id == id }.map { operations.remove(at: $0) }
  }
}
