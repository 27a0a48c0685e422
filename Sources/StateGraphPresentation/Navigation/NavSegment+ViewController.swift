import StateGraphCore

extension NavSegment {
  /// A page of a segment.
  @MainActor
  public struct ViewController {
    /// Reads a node; nil if the page is always shown.
    let isShown: (() -> Bool)?
    let make: () -> any NavigationPage

    /// Creates a page that shows the state of the segment.
    ///
    /// - Parameters:
    ///   - store: The store of the segment.
    ///   - showIf: Whether the page is shown. The page is created when this becomes true, and
    ///     removed when it becomes false. Nil for a page that is always shown.
    ///   - make: Creates the page.
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
    ///   - toLocalState: Returns the part.
    ///   - fromLocalAction: Makes an action of the segment from an action of the part.
    ///   - showIf: Whether the page is shown, by the state of the segment.
    ///   - make: Creates the page.
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

    /// Answers are compared, so that other changes of the state do not wake the navigation.
    private static func reader<State, Action>(
      of showIf: @escaping @Sendable (State) -> Bool,
      _ store: Store<State, Action>
    ) -> () -> Bool {
      let node = Computed<Bool>(name: "showIf") { [read = store.read] _ in showIf(read()) }
      return { node.wrappedValue }
    }
  }
}
