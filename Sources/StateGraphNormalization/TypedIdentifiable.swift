/// Something with a typed identifier: what an ``EntityStore`` holds.
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
  /// The typed identifier, under the name that `Identifiable` asks for.
  public var id: TypedID { typedID }
}
