/// A view or controller that shows a ``ViewStateProtocol`` value, and changes its widgets only in
/// ``render(state:oldState:animated:)``.
///
/// ```swift
/// final class BookHeader: WidgetController, HasViewState {
///   struct ViewState: ViewStateProtocol { var title = "" }
///   @Observed var state: ViewState
///   private let label = LabelWidget()
///
///   func render(state: ViewState, oldState: ViewState?, animated: Bool) {
///     label.text = state.title
///   }
/// }
/// ```
///
/// An assignment to ``state`` renders the new state before it returns. It renders nothing if the
/// new state equals the rendered one.
@MainActor
public protocol HasViewState: ViewStateHost {
  /// The type of ``state``, which has the part of the view that changes.
  associatedtype ViewState: ViewStateProtocol

  /// The state that the view shows. ``Observed`` renders it when it is set.
  var state: ViewState { get set }

  /// Shows `state` by setting the properties of widgets.
  ///
  /// If this function sets ``state``, the library renders the new state after this call has
  /// returned.
  ///
  /// - Parameters:
  ///   - state: The state to show.
  ///   - oldState: The state of the previous call, or nil in the first call.
  ///   - animated: Whether the change from `oldState` can be animated. False in the first call.
  func render(state: ViewState, oldState: ViewState?, animated: Bool)
}

extension HasViewState {
  /// Renders the state, unless it equals the rendered state or ``ViewStateHost/isReadyToRender`` is
  /// false.
  public func renderIfNeeded() { rendering.render(self) }

  /// Renders the state from the `didSet` of a property that does not use ``Observed``.
  ///
  /// ```swift
  /// var state = ViewState() {
  ///   didSet { renderIfNeeded(state: state, oldState: oldValue) }
  /// }
  /// ```
  ///
  /// The function ``render(state:oldState:animated:)`` receives the state that was rendered last as
  /// its `oldState`. This state can be older than the `oldState` of this call.
  public func renderIfNeeded(state: ViewState, oldState: ViewState?) { renderIfNeeded() }

  /// Changes several properties of the state, and renders once.
  ///
  /// ```swift
  /// header.update {
  ///   $0.title = "Emma"
  ///   $0.count = 3
  /// }
  /// ```
  ///
  /// - Throws: The error of `change`. The state then keeps its previous value.
  /// - Returns: The result of `change`.
  @discardableResult
  public func update<Result>(_ change: (inout ViewState) throws -> Result) rethrows -> Result {
    var new = state
    let result = try change(&new)
    state = new
    return result
  }
}
