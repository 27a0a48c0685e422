/// Reads and sets a value that is stored elsewhere, so that an editor of the value does not depend
/// on where it is stored.
///
/// ```swift
/// struct NameField { @GraphBinding var name: String }
///
/// let field = NameField(name: model.$person.binding.name)
/// field.name = "Ada"
/// ```
///
/// A binding holds no value. Inside a ``Computed``, reading a node's binding creates the same
/// dependency as reading the node. A binding is not `Sendable`, because its two closures may
/// capture anything. To use a value on another thread, pass the node and create a binding there.
@propertyWrapper
@dynamicMemberLookup
public struct GraphBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Creates a binding from two closures, which are called on the thread that reads or sets.
  ///
  /// - Parameters:
  ///   - get: Returns the current value.
  ///   - set: Stores its argument as the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding from a projected value. The compiler uses it for a parameter or property
  /// that is passed as `$name`.
  public init(projectedValue: GraphBinding<Value>) {
    self = projectedValue
  }

  /// The value. Reading and setting are as thread-safe as the two closures. The binding of a node
  /// is safe on any thread.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, which can be passed on as `$name`.
  public var projectedValue: GraphBinding<Value> { self }

  /// A binding of a part of the value. Setting the part reads the whole value, replaces the part
  /// and sets the whole value. If another thread sets another part between the read and the set,
  /// its change is lost.
  public subscript<Part>(
    dynamicMember keyPath: WritableKeyPath<Value, Part>
  ) -> GraphBinding<Part> {
    GraphBinding<Part>(
      get: { get()[keyPath: keyPath] },
      set: { part in
        var whole = get()
        whole[keyPath: keyPath] = part
        set(whole)
      }
    )
  }
}

extension Stored {
  /// A binding of this node. It retains the node.
  public var binding: GraphBinding<Value> {
    GraphBinding(get: { self.wrappedValue }, set: { self.wrappedValue = $0 })
  }
}
