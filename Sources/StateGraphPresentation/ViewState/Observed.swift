/// Renders the state of a ``HasViewState`` type each time that the state is set.
///
/// ```swift
/// @Observed var state: ViewState
/// ```
///
/// If the property has no initial value, the state begins with `ViewState()`.
@propertyWrapper
public struct Observed<Value: ViewStateProtocol> {
  private var value: Value

  /// Creates the property with an initial state.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Creates the property with the state that `Value()` returns.
  public init() { value = Value() }

  /// Not available outside of a class that conforms to ``HasViewState``, because only such a class
  /// can render the state.
  @available(*, unavailable, message: "@Observed needs a class that conforms to HasViewState")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The state of `host`. Setting it calls ``HasViewState/renderIfNeeded()`` before the assignment
  /// returns.
  @MainActor
  public static subscript<Host: HasViewState>(
    _enclosingInstance host: Host,
    wrapped wrapped: ReferenceWritableKeyPath<Host, Value>,
    storage storage: ReferenceWritableKeyPath<Host, Observed>
  ) -> Value where Host.ViewState == Value {
    get { host[keyPath: storage].value }
    set {
      host[keyPath: storage].value = newValue
      host.renderIfNeeded()
    }
  }
}
