/// The functions that make a presenter show the pages of a state, under a name of their own:
/// `controller.composable.bind(…)`.
@MainActor
public struct Composable<Presenter: NavigationPresenter> {
  let presenter: Presenter

  /// The connection of the presenter to the state that it shows. ``NavigationBinding/cancel()``
  /// ends it.
  public var bindingLifetime: NavigationBinding { presenter.navigation }

  /// Makes the presenter show the segments that are active in the state of `store`.
  ///
  /// The presenter shows the first stack of pages, without animation, before this function returns.
  /// After a change of the state, a job of the main actor shows the new stack. If the state changes
  /// several times before this job runs, the presenter makes one transition.
  ///
  /// The connection ends when the presenter is released, or when ``NavigationBinding/cancel()`` or
  /// this function is called for the same presenter.
  ///
  /// - Parameters:
  ///   - store: The state to show, and the function that receives actions.
  ///   - makeRootSegment: Returns the segment whose pages are at the bottom of the stack. This
  ///     segment is always active.
  ///   - makeDismissAction: Returns the action by which the user leaves the segment with this id,
  ///     or nil if the user cannot leave it. The app handles the action: it sets the state of the
  ///     segment to nil, or ignores the action so that the segment stays.
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
  /// The functions that connect this presenter to a state, such as
  /// ``Composable/bind(store:makeRootSegment:makeDismissAction:)``.
  public var composable: Composable<Self> { Composable(presenter: self) }
}
