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
/// An assignment to ``state`` renders the new state before the assignment returns. If the new state
/// equals the rendered one, the assignment renders nothing.
@MainActor
public protocol HasViewState: ViewStateHost {
  /// The type of ``state``: a value with everything in the view that can change.
  associatedtype ViewState: ViewStateProtocol

  /// The state that the view shows. When it is set, ``Observed`` renders it.
  var state: ViewState { get set }

  /// Shows `state`. A view implements this function by setting the properties of its widgets, and
  /// the library calls it.
  ///
  /// If this function sets ``state``, the library renders the new state after this call has
  /// returned.
  ///
  /// - Parameters:
  ///   - state: The state to show.
  ///   - oldState: The state of the previous call, or nil in the first call.
  ///   - animated: Whether the view may animate the change from `oldState`. False in the first
  ///     call.
  func render(state: ViewState, oldState: ViewState?, animated: Bool)
}

extension HasViewState {
  /// Renders ``state``. Does nothing if the state equals the rendered state or
  /// ``ViewStateHost/isReadyToRender`` is false.
  public func renderIfNeeded() { rendering.render(self) }

  /// Renders ``state``. Call it in the `didSet` of a state property that does not use ``Observed``.
  ///
  /// ```swift
  /// var state = ViewState() {
  ///   didSet { renderIfNeeded(state: state, oldState: oldValue) }
  /// }
  /// ```
  ///
  /// This function ignores its arguments. ``render(state:oldState:animated:)`` receives the state
  /// that was rendered last as `oldState`. That state can be older than the `oldState` of this
  /// call.
  public func renderIfNeeded(state: ViewState, oldState: ViewState?) { renderIfNeeded() }

  /// Changes several properties of ``state`` and renders the result once.
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

extension HasViewState {
  /// Sets ``HasViewState/state`` each time that nodes of the graph change, until the view is
  /// released.
  ///
  /// ```swift
  /// header.follow { .init(title: author.name, count: author.books.count) }
  /// ```
  ///
  /// This function sets the state once before it returns. When a thread changes a node that
  /// `makeState` has read, a job of the main actor sets the state again. If several nodes change
  /// before this job runs, the job sets the state once. A second call of `follow` ends the first
  /// one.
  ///
  /// - Parameter makeState: Returns the state. The view retains the closure, so the closure must
  ///   not retain the view.
  public func follow(_ makeState: @escaping @MainActor () -> ViewState) {
    rendering.follow(self, makeState: makeState)
  }

  /// Ends ``follow(_:)``. The view keeps the state that was set last.
  public func endFollowing() { rendering.endFollowing() }
}

/// A view or controller that reports the user's actions to its owner by calling closures.
///
/// The closures are not part of the view state, because closures cannot be compared. An owner that
/// sets a closure does not render the view.
///
/// ```swift
/// struct Actions { var open: () -> Void = {} }
/// var actions = Actions()
/// ```
@MainActor
public protocol HasActions: AnyObject {
  /// A type with one closure for each action of the user.
  associatedtype Actions

  /// The closures that the view calls, and that its owner sets.
  var actions: Actions { get set }
}
