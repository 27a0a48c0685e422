/// A way to read and set a value that lives elsewhere, for whoever shows and edits it and needs not
/// know where that is.
///
/// ```swift
/// struct NameField { @GraphBinding var name: String }
///
/// let field = NameField(name: model.$person.binding.name)
/// field.name = "Ada"
/// ```
///
/// It holds no value. A read inside a ``Computed`` is a dependency as if the node had been read. It
/// is not `Sendable`, as its two closures may use anything: send the node, and make a binding where
/// it is used.
@propertyWrapper
@dynamicMemberLookup
public struct GraphBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Makes a binding of two closures, which are called on the thread that reads or sets.
  ///
  /// - Parameters:
  ///   - get: Returns the value as it is now.
  ///   - set: Makes its argument the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Makes what `projectedValue` is: for a parameter or property that is given as `$name`.
  public init(projectedValue: GraphBinding<Value>) {
    self = projectedValue
  }

  /// The value. Reading and setting are as safe on a thread as what is behind the binding; a node
  /// is on any.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, to be passed on as `$name`.
  public var projectedValue: GraphBinding<Value> { self }

  /// A binding of a part of the value. Setting it sets the whole with that part replaced; between
  /// the two, another thread's set of another part is lost.
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
  /// Reads and sets this node, which it keeps alive.
  public var binding: GraphBinding<Value> {
    GraphBinding(get: { self.wrappedValue }, set: { self.wrappedValue = $0 })
  }
}
