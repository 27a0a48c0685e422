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

  /// Creates the property with an initial state, which the view shows until the property is set.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// Creates the property with the initial state `Value()`.
  public init() { value = Value() }

  /// Not available outside of a class that conforms to ``HasViewState``, because only such a class
  /// can render the state. The subscript of this type takes its place.
  @available(*, unavailable, message: "@Observed needs a class that conforms to HasViewState")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The state of `host`. An assignment calls ``HasViewState/renderIfNeeded()`` before it returns.
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
