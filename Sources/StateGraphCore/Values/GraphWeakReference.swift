/// A reference that keeps nothing alive, as the value of a node: that of `@GraphStored weak var`.
///
/// Two are equal while they refer to the same object. That the object dies is no change of the
/// node's value: nobody is told, and whoever reads from then on finds nil.
public struct GraphWeakReference<Object> {
  // `Object` may be `any SomeDelegate`, which is a type of objects without being an object's type.
  private weak var reference: AnyObject?
  /// Stays when the object dies, so that a set's element keeps its place.
  private let identity: ObjectIdentifier?

  /// Refers to an object, or to none. Anything else than an object is gone at once.
  public init(_ object: Object?) {
    let reference = object.map { $0 as AnyObject }
    self.reference = reference
    identity = reference.map { ObjectIdentifier($0) }
  }

  /// The object, or nil if there was none or it is gone.
  public var object: Object? { reference as? Object }

  /// The object, for an `unowned` property, which must not outlive it.
  public var _$unowned: Object {
    guard let object else {
      preconditionFailure("An unowned property was read after its object was gone.")
    }
    return object
  }
}

extension GraphWeakReference: Hashable {
  public static func == (one: GraphWeakReference, other: GraphWeakReference) -> Bool {
    // A new object may live where a dead one did.
    one.identity == other.identity && (one.reference == nil) == (other.reference == nil)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension GraphWeakReference: @unchecked Sendable where Object: Sendable {}
// SAFETY: what `reference` refers to is an `Object`; reading a weak reference is atomic.
