/// Reads and sets a value that other code stores, for example a node.
///
/// A binding lets code that edits a value, such as a text field, work with any kind of storage.
///
/// ```swift
/// struct NameField { @GraphBinding var name: String }
///
/// let field = NameField(name: model.$person.binding.name)
/// field.name = "Ada"
/// ```
///
/// A binding stores no value itself. If a ``Computed`` reads the binding of a node, the node
/// becomes a dependency.
///
/// A binding is not `Sendable`, because its two closures may capture anything. To use the value on
/// another thread, pass the node to that thread and create a binding there.
@propertyWrapper
@dynamicMemberLookup
public struct GraphBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Creates a binding from two closures.
  ///
  /// The closures are called on the thread that reads or sets the binding's value.
  ///
  /// - Parameters:
  ///   - get: Returns the current value.
  ///   - set: Stores its argument as the new value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding from another binding.
  ///
  /// The compiler calls this initialiser for a parameter or property that is passed as `$name`.
  public init(projectedValue: GraphBinding<Value>) {
    self = projectedValue
  }

  /// The value that this binding reads and sets. Reading it calls the closure `get`, and setting it
  /// calls the closure `set`.
  ///
  /// The value is safe to use on several threads only if both closures are. The binding of a node
  /// is safe on any thread.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// This binding itself, which you can pass on as `$name`.
  public var projectedValue: GraphBinding<Value> { self }

  /// A binding of one property of the value.
  ///
  /// Setting the property reads the complete value, replaces the property, and sets the complete
  /// value. If another thread sets a different property in the meantime, that change can be lost.
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
  /// A binding that reads and sets this node's value. The binding retains this node.
  public var binding: GraphBinding<Value> {
    GraphBinding(get: { self.wrappedValue }, set: { self.wrappedValue = $0 })
  }
}
