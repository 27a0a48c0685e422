/// A type whose instances have a typed identifier, so that an ``EntityStore`` can contain them.
///
/// ```swift
/// final class User: TypedIdentifiable {
///   typealias TypedIdentifierRawValue = String
///   let typedID: TypedID
/// }
/// ```
public protocol TypedIdentifiable: Identifiable, Sendable where ID == TypedID {
  associatedtype TypedIdentifierRawValue: Hashable & Sendable
  typealias TypedID = TypedIdentifier<Self, TypedIdentifierRawValue>

  /// The identifier of this instance. An ``EntityStore`` finds the instance by it, so it must not
  /// change.
  var typedID: TypedID { get }
}

extension TypedIdentifiable {
  /// The same value as `typedID`. `Identifiable` requires a property with this name.
  public var id: TypedID { typedID }
}
