/// A part of a navigation: the pages that one part of the state shows, and what can follow them.
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
/// A segment is active from the time when the segment before it is active and its state is present,
/// until one of both ends. For this time it keeps its pages.
@MainActor
public struct NavSegment<ID: Hashable & Sendable> {
  /// Names the segment for `makeDismissAction`. Two active segments can have the same name.
  public let id: ID
  /// Both are called once for each time that the segment becomes active.
  let makePages: () -> [ViewController]
  let makeSuccessors: () -> [Successor]

  /// Creates a segment that other segments can follow.
  ///
  /// - Parameters:
  ///   - id: Names the segment.
  ///   - store: The part of the state that the segment shows.
  ///   - viewControllers: The pages, from the bottom to the top.
  ///   - nextSegment: What can follow. Of several ``Next`` whose state is present, the first one is
  ///     active, and likewise of several ``Sheet`` and ``Alert``.
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

  /// Creates a segment that no segment follows.
  ///
  /// - Parameters:
  ///   - id: Names the segment.
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

  /// What can follow a segment: a ``Next``, a ``Sheet`` or an ``Alert``.
  public struct Successor {
    enum Kind {
      case next(SegmentBranch<ID>)
      case sheet(SegmentBranch<ID>)
      case alert(AlertBranch)
    }

    let kind: Kind
  }
}
