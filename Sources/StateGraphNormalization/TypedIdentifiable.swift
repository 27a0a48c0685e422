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

/// A type whose instances may get their identifiers from the store to which they are added.
///
/// All entities conform. Only a store in memory uses the members.
@_documentation(visibility: internal)
public protocol StoreIdentified {
  /// Whether a store generates the identifiers of new instances.
  static var _$isIdentifiedByStore: Bool { get }
  /// The identifier as an integer, or nil if the instance has no identifier yet.
  var _$integerIdentifier: Int64? { get }
  /// Sets the identifier to `integer` if the instance has no identifier yet.
  func _$setIntegerIdentifier(_ integer: Int64)
}
