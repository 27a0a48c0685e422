/// A weak reference that is the value of a node. The node of a `@GraphStored weak var` has such a
/// value.
///
/// Two references are equal if they refer to the same object. When the object is deallocated, this
/// does not count as a change of the node: no observer is called. Later reads of ``object`` return
/// nil.
public struct GraphWeakReference<Object> {
  // Its type is `AnyObject` because `Object` can be an existential type like `any SomeDelegate`,
  // which Swift does not allow for a weak variable.
  private weak var reference: AnyObject?
  /// Identifies the object even after it was deallocated, so that the hash value of this reference
  /// never changes.
  private let identity: ObjectIdentifier?

  /// Creates a reference to `object`, or an empty reference if it is nil. If `object` is a value
  /// and not an object, the reference behaves as if the object had been deallocated.
  public init(_ object: Object?) {
    let reference = object.map { $0 as AnyObject }
    self.reference = reference
    identity = reference.map { ObjectIdentifier($0) }
  }

  /// The object, or nil if there was none or it has been deallocated.
  public var object: Object? { reference as? Object }

  /// The object of an `unowned` property. The object must still exist when the property is read.
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
    // The identity alone is not enough, because a new object can have the address of a deallocated
    // one.
    one.identity == other.identity && (one.reference == nil) == (other.reference == nil)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension GraphWeakReference: @unchecked Sendable where Object: Sendable {}
// SAFETY: `reference` refers to an `Object`, which is Sendable; reading a weak reference is atomic.
