/// A part of a navigation: the pages that show one part of the state, and the segments, sheets and
/// alerts that can follow these pages.
///
/// ```swift
/// NavSegment(id: .root, store: store) { store in
///   NavSegment.ViewController(store: store, make: RootController.init(viewStore:))
/// } nextSegment: { store in
///   NavSegment.Next(
///     store: store,
///     toLocalState: \.login,
///     fromLocalAction: Action.login,
///     make: makeLoginSegment
///   )
/// }
/// ```
///
/// A segment is active while its state is present and the segment before it is active. The
/// navigation keeps the page objects of the segment for this time.
@MainActor
public struct NavSegment<ID: Hashable & Sendable> {
  /// Names the segment in the calls of `makeDismissAction`. Two active segments can have the same
  /// id.
  public let id: ID
  /// Creates the declared pages of the segment. The navigation calls this closure and
  /// `makeSuccessors` once each time that the segment becomes active.
  let makePages: () -> [ViewController]
  let makeSuccessors: () -> [Successor]

  /// Creates a segment that other segments, sheets and alerts can follow.
  ///
  /// - Parameters:
  ///   - id: Identifies the segment for `makeDismissAction` of
  ///     ``Composable/bind(store:makeRootSegment:makeDismissAction:)``.
  ///   - store: The part of the state that the segment shows.
  ///   - viewControllers: The pages, from the bottom to the top.
  ///   - nextSegment: The segments, sheets and alerts that can follow. If several ``Next`` have a
  ///     state that is present, the first of them is active. The same rule applies to several
  ///     ``Sheet`` and to several ``Alert``.
  public init<State, Action>(
    id: ID,
    store: Store<State, Action>,
    @ViewControllerBuilder viewControllers:
      @escaping (Store<State, Action>) -> [ViewController],
    @NextSegmentBuilder nextSegment: @escaping (Store<State, Action>) -> [Successor]
  ) {
    self.id = id
    makePages = { viewControllers(store) }
    makeSuccessors = { nextSegment(store) }
  }

  /// Creates a segment that no other segment, sheet or alert can follow.
  ///
  /// - Parameters:
  ///   - id: Identifies the segment for `makeDismissAction` of
  ///     ``Composable/bind(store:makeRootSegment:makeDismissAction:)``.
  ///   - store: The part of the state that the segment shows.
  ///   - viewControllers: The pages, from the bottom to the top.
  public init<State, Action>(
    id: ID,
    store: Store<State, Action>,
    @ViewControllerBuilder viewControllers:
      @escaping (Store<State, Action>) -> [ViewController]
  ) {
    self.init(id: id, store: store, viewControllers: viewControllers) { _ in }
  }

  /// A ``Next``, a ``Sheet`` or an ``Alert`` that can follow a segment. ``NextSegmentBuilder``
  /// creates it.
  public struct Successor {
    enum Kind {
      case next(SegmentBranch<ID>)
      case sheet(SegmentBranch<ID>)
      case alert(AlertBranch)
    }

    let kind: Kind
  }
}
