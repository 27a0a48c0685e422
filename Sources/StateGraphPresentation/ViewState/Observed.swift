/// Renders the state of a ``HasViewState`` type each time it is set.
///
/// ```swift
/// @Observed var state: ViewState
/// ```
///
/// Without an initial value, the state is the one of its empty initialiser.
@propertyWrapper
public struct Observed<Value: ViewStateProtocol> {
  private var value: Value

  /// Creates the property with a state.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Creates the property with the default state.
  public init() { value = Value() }

  /// Not available: only a property of a class that conforms to ``HasViewState`` can render.
  @available(*, unavailable, message: "@Observed needs a class that conforms to HasViewState")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The state of `host`. Setting it renders before it returns.
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
