/// A weak reference as the value of a node. The node of a `@GraphStored weak var` holds one.
///
/// Two references are equal while they refer to the same object. The object's deallocation is not a
/// change of the node: no observer is called, and later reads return nil.
public struct GraphWeakReference<Object> {
  // `AnyObject`, because `Object` can be an existential type like `any SomeDelegate`, which cannot
  // be the type of a weak variable.
  private weak var reference: AnyObject?
  /// Outlives the object, so that the hash value of a set's element does not change.
  private let identity: ObjectIdentifier?

  /// Creates a reference to `object`, or an empty one. A value that is not an object counts as
  /// deallocated.
  public init(_ object: Object?) {
    let reference = object.map { $0 as AnyObject }
    self.reference = reference
    identity = reference.map { ObjectIdentifier($0) }
  }

  /// The object, or nil if there was none or it has been deallocated.
  public var object: Object? { reference as? Object }

  /// The object of an `unowned` property, which must outlive every read of that property.
  @_documentation(visibility: internal)
  public var _$unowned: Object {
    guard let object else {
      preconditionFailure("An unowned property was read after its object was gone.")
    }
    return object
  }
}

extension GraphWeakReference: Hashable {
  public static func == (one: GraphWeakReference, other: GraphWeakReference) -> Bool {
    // A new object can have the address of a deallocated one.
    one.identity == other.identity && (one.reference == nil) == (other.reference == nil)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension GraphWeakReference: @unchecked Sendable where Object: Sendable {}
// SAFETY: `reference` refers to an `Object`, which is Sendable; reading a weak reference is atomic.
