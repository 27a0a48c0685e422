import StateGraphCore

/// An alert that a segment can show. Its closure hides the types of the alert's state and actions,
/// so that alerts of different types fit in one list.
@MainActor
struct AlertBranch {
  /// Returns the content of the alert, with a closure for each button that sends the button's
  /// action. Returns nil while the alert is not shown. A graph closure that calls this closure
  /// depends on the alert's state.
  let content: () -> AlertContent<() -> Void>?

  init<State, Action, LocalState: Sendable, LocalAction>(
    store: Store<State, Action>,
    toLocalState: @escaping @Sendable (State) -> LocalState?,
    fromLocalAction: @escaping (LocalAction) -> Action,
    make: @escaping (LocalState) -> AlertContent<LocalAction>
  ) {
    let node = Computed<LocalState?>(areEqual: DynamicEquality.areEqual, name: "alert") {
      [read = store.read] _ in toLocalState(read())
    }
    content = {
      guard let state = node.wrappedValue else { return nil }
      let content = withoutGraphTracking { make(state) }
      return content.map { action in { store.send(fromLocalAction(action)) } }
    }
  }
}

extension AlertContent {
  fileprivate func map<Other>(_ transform: (Action) -> Other) -> AlertContent<Other> {
    AlertContent<Other>(title, message: message) { other in
      for (button, action) in zip(buttons, actions) {
        other.add(button.title, role: button.role, transform(action))
      }
    }
  }
}
