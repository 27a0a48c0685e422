#if GTK
public import StateGraphCore

/// A value of a view that stays as long as the view is shown, even if the view value is created
/// again.
///
/// ```swift
/// @State private var count = 0
/// ```
///
/// The value is stored in a node of the graph, so a body that reads the value is evaluated again
/// after a change. The initial value is evaluated once, when the view is shown.
@MainActor
@propertyWrapper
public struct State<Value> {
  /// Holds the node of the value. All copies of a view value share this object.
  private final class Cell {
    var node: Stored<Value>?
  }

  private let cell = Cell()
  private let makeInitial: @MainActor () -> Value

  /// Creates the property with its initial value.
  public init(wrappedValue: @autoclosure @escaping @MainActor () -> Value) {
    makeInitial = wrappedValue
  }

  /// The current value. A body that reads the value is evaluated again after the value changes.
  public var wrappedValue: Value {
    get { node.wrappedValue }
    nonmutating set { node.wrappedValue = newValue }
  }

  /// A binding through which another view, such as a text field, reads and sets the value.
  public var projectedValue: Binding<Value> { node.binding }

  private var node: Stored<Value> {
    if let node = cell.node { return node }
    let node = Stored(
      wrappedValue: makeInitial(),
      areEqual: DynamicEquality.areEqual,
      name: "state"
    )
    cell.node = node
    return node
  }
}

extension State: MountedProperty {
  func mount(replacing old: Any?) {
    if let old = old as? State { cell.node = old.node }
  }
}

/// A reference to a value that another object stores. A view reads and sets the value through the
/// binding.
public typealias Binding = GraphBinding
#endif
