/// A type whose instances may get their identifiers from the store to which they are added.
///
/// All entities conform. A store in memory uses the members, and no others do.
@_documentation(visibility: internal)
public protocol StoreIdentified {
  /// Whether a store makes the identifiers of new instances.
  static var _$isIdentifiedByStore: Bool { get }
  /// The identifier as an integer. Nil if the instance has none yet.
  var _$integerIdentifier: Int64? { get }
  /// Gives the instance an identifier, if it has none.
  func _$setIntegerIdentifier(_ integer: Int64)
}
