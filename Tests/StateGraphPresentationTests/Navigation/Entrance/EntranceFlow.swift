#if GTK || HEADLESS
import StateGraph
import StateGraphPresentation

/// The segments of ``Entrance``, and the actions that were sent.
@MainActor
final class EntranceFlow {
  let node: Stored<Entrance>
  let counter = Page.Counter()
  private(set) var sent: [Entrance.Action] = []
  /// The number of dismiss actions that the navigation has requested. It requests them each time it
  /// reads the state.
  private(set) var questionCount = 0
  /// Whether the state refuses every action.
  var isRefusing = false

  init(_ state: Entrance = Entrance()) { node = Stored(wrappedValue: state) }

  var store: Store<Entrance, Entrance.Action> {
    Store(state: node) { [unowned self] action in
      sent.append(action)
      if !isRefusing { node.wrappedValue.apply(action) }
    }
  }

  func takeSent() -> [Entrance.Action] {
    defer { sent = [] }
    return sent
  }

  func bind(_ navigation: some NavigationPresenter) {
    navigation.composable.bind(
      store: store,
      makeRootSegment: makeRoot,
      makeDismissAction: { [unowned self] segment in
        questionCount += 1
        return Entrance.dismissAction(of: segment)
      }
    )
  }

  private func page(_ name: String) -> Page { Page(name, counter) }

  private func makeRoot(_ store: Store<Entrance, Entrance.Action>) -> NavSegment<Entrance.Segment> {
    NavSegment(id: .root, store: store) { store in
      NavSegment.ViewController(store: store) { _ in self.page("root") }
    } nextSegment: { store in
      NavSegment.Next(
        store: store,
        toLocalState: \.login,
        fromLocalAction: Entrance.Action.login,
        make: self.makeLogin
      )
      NavSegment.Next(
        store: store,
        toLocalState: \.registration,
        fromLocalAction: Entrance.Action.registration,
        make: self.makeRegistration
      )
      NavSegment.Sheet(
        store: store,
        toLocalState: \.help,
        fromLocalAction: Entrance.Action.help,
        make: self.makeHelp
      )
    }
  }

  private func makeLogin(
    _ store: Store<Entrance.Login, Entrance.LoginAction>
  ) -> NavSegment<Entrance.Segment> {
    NavSegment(id: .login, store: store) { store in
      NavSegment.ViewController(store: store) { viewStore in
        Page("login", self.counter) { viewStore.name }
      }
      NavSegment.ViewController(store: store, showIf: \.hasHint) { _ in self.page("hint") }
    } nextSegment: { store in
      NavSegment.Next(
        store: store,
        toLocalState: \.reset,
        fromLocalAction: { (action: Entrance.LoginAction) in action },
        make: self.makeReset
      )
      NavSegment.Sheet(
        store: store,
        toLocalState: \.captcha,
        fromLocalAction: { (action: Entrance.LoginAction) in action }
      ) { store in
        NavSegment(id: .captcha, store: store) { store in
          NavSegment.ViewController(store: store) { _ in self.page("captcha") }
        }
      }
      NavSegment.Alert(
        store: store,
        toLocalState: \.failure,
        fromLocalAction: { (action: Entrance.LoginAction) in action }
      ) { failure in
        AlertContent(failure) {
          $0.add("Retry", .retry)
          $0.add("Give up", role: .cancel, .giveUp)
        }
      }
    }
  }

  private func makeReset(
    _ store: Store<Entrance.Reset, Entrance.LoginAction>
  ) -> NavSegment<Entrance.Segment> {
    NavSegment(id: .reset, store: store) { store in
      NavSegment.ViewController(store: store) { _ in self.page("reset") }
      NavSegment.ViewController(store: store, showIf: \.isSent) { _ in self.page("sent") }
    }
  }

  private func makeRegistration(
    _ store: Store<Entrance.Registration, Entrance.RegistrationAction>
  ) -> NavSegment<Entrance.Segment> {
    NavSegment(id: .registration, store: store) { store in
      NavSegment.ViewController(store: store) { _ in self.page("registration") }
      NavSegment.ViewController(store: store, showIf: \.isSecondStep) { _ in self.page("step") }
    } nextSegment: { store in
      NavSegment.Next(
        store: store,
        toLocalState: \.confirm,
        fromLocalAction: { (action: Entrance.RegistrationAction) in action }
      ) { store in
        NavSegment(id: .confirm, store: store) { store in
          NavSegment.ViewController(store: store) { _ in self.page("confirm") }
        }
      }
      NavSegment.Sheet(
        store: store,
        toLocalState: \.terms,
        fromLocalAction: { (action: Entrance.RegistrationAction) in action }
      ) { store in
        NavSegment(id: .terms, store: store) { store in
          NavSegment.ViewController(store: store) { _ in self.page("terms") }
        }
      }
    }
  }

  private func makeHelp(
    _ store: Store<Entrance.Help, Entrance.HelpAction>
  ) -> NavSegment<Entrance.Segment> {
    NavSegment(id: .help, store: store) { store in
      NavSegment.ViewController(store: store) { _ in self.page("help") }
    } nextSegment: { store in
      NavSegment.Next(
        store: store,
        toLocalState: \.topic,
        fromLocalAction: { (action: Entrance.HelpAction) in action }
      ) { store in
        NavSegment(id: .topic, store: store) { store in
          NavSegment.ViewController(store: store) { _ in self.page("topic") }
        }
      }
    }
  }
}

#endif
