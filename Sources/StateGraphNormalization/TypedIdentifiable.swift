/// A type with a typed identifier: the elements of an ``EntityStore``.
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
  /// The typed identifier, under the name that `Identifiable` requires.
  public var id: TypedID { typedID }
}
