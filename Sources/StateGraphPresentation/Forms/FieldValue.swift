/// A value that a field of a form edits, such as a column of a row.
///
/// In contrast to a binding, its owner can refuse a new value with a reason, and writes it on
/// another thread. `bound(_:)` of an entity in `StateGraphSessions` creates such a value.
public struct FieldValue<Value: Sendable>: Sendable {
  /// Identifies the value. A field that gets another one shows it, and first writes what the user
  /// has typed to the one before.
  let id: FieldIdentity
  let read: @MainActor @Sendable () -> Value
  let write: @Sendable (Value) async throws -> Void

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - id: Identifies the value, such as the identifier of its row and the name of its column.
  ///   - read: Returns the current value. It is tracked, so that the field follows changes.
  ///   - write: Writes a new value. The field shows the text of a thrown ``FieldRefusal``, and for
  ///     each other error its description.
  public init(
    id: some Hashable & Sendable,
    read: @escaping @MainActor @Sendable () -> Value,
    write: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.id = FieldIdentity(id)
    self.read = read
    self.write = write
  }
}

/// The reason for which the owner of a ``FieldValue`` refuses a new value, as a sentence for the
/// user.
public struct FieldRefusal: Error, Sendable, CustomStringConvertible {
  /// The sentence that the field shows.
  public let reason: String

  /// Creates a refusal.
  public init(_ reason: String) { self.reason = reason }

  /// The same sentence as ``reason``.
  public var description: String { reason }
}

/// Identifies a ``FieldValue``.
package struct FieldIdentity: Hashable, @unchecked Sendable {
  // SAFETY: the initialiser takes only values that are `Sendable`.
  private let value: AnyHashable

  init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }
}

extension FieldValue {
  package var identity: FieldIdentity { id }
  @MainActor package var current: Value { read() }
  package func set(_ new: Value) async throws { try await write(new) }
}

extension FieldValue where Value: LosslessStringConvertible {
  /// The same value as a text. A text that is no value of the type is refused with `reason`.
  package func asText(refusing reason: String) -> FieldValue<String> {
    FieldValue<String>(
      id: id,
      read: { String(read()) },
      write: { text in
        guard let value = Value(text) else { throw FieldRefusal(reason) }
        try await write(value)
      }
    )
  }
}
