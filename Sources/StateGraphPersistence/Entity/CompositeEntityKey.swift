public import StateGraphSQLite

/// An entity key of several columns. Only ``CompositeKey`` conforms to this protocol.
///
/// A reference to an entity with such a key is stored in several columns; see ``EntityReference``.
@_documentation(visibility: internal)
public protocol CompositeEntityKey: EntityKey {
  /// The types of the key's columns, in key order.
  static var _$partTypes: [any (EntityKey & Bindable).Type] { get }
}

extension CompositeKey: CompositeEntityKey {
  public static var _$partTypes: [any (EntityKey & Bindable).Type] {
    var types: [any (EntityKey & Bindable).Type] = []
    repeat types.append((each Part).self)
    return types
  }
}
