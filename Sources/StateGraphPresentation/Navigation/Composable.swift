/// The functions by which a navigation follows a state: `controller.composable.bind(…)`.
@MainActor
public struct Composable<Presenter: NavigationPresenter> {
  let presenter: Presenter

  /// The binding of the presenter. Its ``NavigationBinding/cancel()`` ends it.
  public var bindingLifetime: NavigationBinding { presenter.navigation }

  /// Makes the presenter show the segments that are active by the state of `store`.
  ///
  /// The first stack is shown before this function returns, and is not animated. All changes before
  /// one job of the main actor lead to one transition. The binding ends with the presenter, by
  /// ``NavigationBinding/cancel()``, or by a second call of this function.
  ///
  /// - Parameters:
  ///   - store: The state and the function that takes actions.
  ///   - makeRootSegment: Returns the segment whose pages are at the bottom. It is always active.
  ///   - makeDismissAction: Returns the action by which the user leaves a segment. It sets the
  ///     state of this segment to nil, or refuses. Nil for a segment that the user cannot leave.
  /// - Returns: The presenter.
  @discardableResult
  public func bind<ID: Hashable & Sendable, State: Sendable, Action>(
    store: Store<State, Action>,
    makeRootSegment: (Store<State, Action>) -> NavSegment<ID>,
    makeDismissAction: @escaping (ID) -> Action?
  ) -> Presenter {
    let engine = SegmentEngine(
      root: makeRootSegment(store),
      presenter: presenter,
      makeDismissal: { id in makeDismissAction(id).map { action in { store.send(action) } } }
    )
    presenter.navigation.begin(engine)
    engine.begin()
    return presenter
  }
}

extension NavigationPresenter {
  /// The functions by which the navigation follows a state.
  public var composable: Composable<Self> { Composable(presenter: self) }
}
