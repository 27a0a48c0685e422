/// A type with a typed identifier. An ``EntityStore`` can contain its instances.
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

  /// The identifier of this instance. It must not change, because an ``EntityStore`` finds the
  /// instance by its identifier.
  var typedID: TypedID { get }
}

extension TypedIdentifiable {
  /// The same value as `typedID`. `Identifiable` requires a property with this name.
  public var id: TypedID { typedID }
}
