/// Identifies a running operation of a machine, so that an effect can replace or cancel the
/// operation. It wraps the id that the app gave to the operation.
@usableFromInline
struct OperationID: Hashable, @unchecked Sendable, CustomStringConvertible {
  // SAFETY: the initialiser takes a Sendable value, and `AnyHashable` does not change it.
  private let value: AnyHashable

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
  }

  @usableFromInline var description: String { "\(value)" }
}
