/// A weak reference to an object, used as the value of a node.
///
/// The node of a `@GraphStored weak var` has such a value. Two references are equal if they refer
/// to the same object.
///
/// When the object is deallocated, later reads of ``object`` return nil. This does not count as a
/// change of the node, so no observer is called.
public struct GraphWeakReference<Object> {
  // The type is `AnyObject`, because `Object` can be an existential type such as `any
  // SomeDelegate`. Swift does not allow a weak variable of such a type.
  private weak var reference: AnyObject?
  /// Identifies the object, even after the object was deallocated.
  ///
  /// The hash value of this reference is made from it, and therefore never changes.
  private let identity: ObjectIdentifier?

  /// Creates a reference to `object`, or an empty reference if `object` is nil.
  ///
  /// If `object` is a value and not an object, the reference behaves as if the object had been
  /// deallocated.
  public init(_ object: Object?) {
    let reference = object.map { $0 as AnyObject }
    self.reference = reference
    identity = reference.map { ObjectIdentifier($0) }
  }

  /// The object, or nil if the object was deallocated or the reference is empty.
  public var object: Object? { reference as? Object }

  /// The object of an `unowned` property. If the object was deallocated, reading this ends the
  /// program.
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
    // The identities alone are not enough. A new object can get the address of a deallocated
    // object.
    one.identity == other.identity && (one.reference == nil) == (other.reference == nil)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension GraphWeakReference: @unchecked Sendable where Object: Sendable {}
// SAFETY: `reference` refers to an `Object`, which is Sendable. Reading a weak reference is atomic.
