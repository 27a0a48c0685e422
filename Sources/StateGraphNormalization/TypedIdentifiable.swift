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

  var typedID: TypedID { get }
}

extension TypedIdentifiable {
  /// The same as `typedID`, because `Identifiable` requires the name `id`.
  public var id: TypedID { typedID }
}
