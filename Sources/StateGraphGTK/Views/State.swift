#if GTK
public import StateGraphCore

/// A value that belongs to a view as long as the view is shown.
///
/// ```swift
/// @State private var count = 0
/// ```
///
/// The value is a node of the graph. The initial value is evaluated once, when the view is shown.
@MainActor
@propertyWrapper
public struct State<Value> {
  /// All copies of a view share it.
  private final class Cell {
    var node: Stored<Value>?
  }

  private let cell = Cell()
  private let makeInitial: @MainActor () -> Value

  /// Creates the property with its initial value.
  public init(wrappedValue: @autoclosure @escaping @MainActor () -> Value) {
    makeInitial = wrappedValue
  }

  /// The value. A body that reads it is evaluated again when it changes.
  public var wrappedValue: Value {
    get { node.wrappedValue }
    nonmutating set { node.wrappedValue = newValue }
  }

  /// A binding of the value.
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

#endif
