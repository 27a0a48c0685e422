import StateGraphCore

extension NavSegment {
  /// Declares one page of a segment: when the page is shown and how it is created.
  @MainActor
  public struct ViewController {
    /// Returns whether the page is shown. The graph closure that calls this closure is run again
    /// when the answer changes. It is nil if the page is always shown.
    let isShown: (() -> Bool)?
    let make: () -> any NavigationPage

    /// Creates a page that shows the state of the segment.
    ///
    /// - Parameters:
    ///   - store: The store of the segment, which the page also uses.
    ///   - showIf: Whether the page is shown. The navigation creates the page when the result
    ///     becomes true, and removes it when the result becomes false. It is nil for a page that is
    ///     always shown.
    ///   - make: Creates the page object.
    public init<State, Action, Page: NavigationPage>(
      store: Store<State, Action>,
      showIf: (@Sendable (State) -> Bool)? = nil,
      make: @escaping (ViewStore<State, Action>) -> Page
    ) {
      isShown = showIf.map { Self.reader(of: $0, store) }
      self.make = { make(ViewStore(store)) }
    }

    /// Creates a page that shows a part of the state of the segment.
    ///
    /// - Parameters:
    ///   - store: The store of the segment.
    ///   - toLocalState: Returns the part of the state that the page shows.
    ///   - fromLocalAction: Converts an action of the page to an action of the segment.
    ///   - showIf: Whether the page is shown, computed from the whole state of the segment. It is
    ///     nil for a page that is always shown.
    ///   - make: Creates the page object.
    public init<State, Action, LocalState: Sendable, LocalAction, Page: NavigationPage>(
      store: Store<State, Action>,
      state toLocalState: @escaping @Sendable (State) -> LocalState,
      action fromLocalAction: @escaping (LocalAction) -> Action,
      showIf: (@Sendable (State) -> Bool)? = nil,
      make: @escaping (ViewStore<LocalState, LocalAction>) -> Page
    ) {
      isShown = showIf.map { Self.reader(of: $0, store) }
      self.make = {
        make(ViewStore(store.scope(state: toLocalState, action: fromLocalAction)))
      }
    }

    /// Returns a closure that reads `showIf` through a computed node of the graph. The node
    /// compares its results, so a change of the state updates the navigation only if it changes the
    /// result of `showIf`.
    private static func reader<State, Action>(
      of showIf: @escaping @Sendable (State) -> Bool,
      _ store: Store<State, Action>
    ) -> () -> Bool {
      let node = Computed<Bool>(name: "showIf") { [read = store.read] _ in showIf(read()) }
      return { node.wrappedValue }
    }
  }
}

extension NavSegment {
  /// Builds the list of pages in a ``NavSegment`` initialiser from statements.
  @resultBuilder
  public enum ViewControllerBuilder {
    /// Adds a page to the list.
    public static func buildExpression(_ page: ViewController) -> [ViewController] { [page] }
    /// Joins the pages that the statements of the closure add, in their order.
    public static func buildBlock(_ parts: [ViewController]...) -> [ViewController] {
      parts.flatMap { $0 }
    }
    /// Adds the pages of an `if` without `else`.
    public static func buildOptional(_ part: [ViewController]?) -> [ViewController] { part ?? [] }
    /// Adds the pages of the first branch of an `if` with `else`.
    public static func buildEither(first part: [ViewController]) -> [ViewController] { part }
    /// Adds the pages of the second branch of an `if` with `else`.
    public static func buildEither(second part: [ViewController]) -> [ViewController] { part }
    /// Joins the pages of all iterations of a `for` loop.
    public static func buildArray(_ parts: [[ViewController]]) -> [ViewController] {
      parts.flatMap { $0 }
    }
  }
}
