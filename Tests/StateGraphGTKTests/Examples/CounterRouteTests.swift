#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

@testable import counter

/// The expected pages of the account example and the actions of its gestures, by the rules and
/// without the engine.
private struct AccountOracle {
  /// The titles of the pages, and the action that leaves each of them.
  private(set) var pages: [(title: String, dismiss: AccountAction?)] = [("Welcome", nil)]
  private(set) var alert: String?

  init(_ state: AccountState) {
    if let login = state.login {
      pages.append(("Log in", .dismissLogin))
      if login.resetPassword != nil {
        pages.append(("Reset password", .login(.dismissResetPassword)))
      }
    } else if let registration = state.registration {
      pages.append(("Register", .dismissRegistration))
      if registration.question != nil { alert = "Discard the name?" }
    }
  }

  /// The actions that leave the pages above the one at `position`, the deepest first.
  func leaving(above position: Int) -> [AccountAction] {
    pages[(position + 1)...].reversed().compactMap(\.dismiss)
  }
}

/// The routes of the example, with each gesture and as links.
@MainActor
@Suite(.windows, .windowTime)
struct CounterRouteTests {
  private struct Gesture {
    let name: String
    let actions: [AccountAction]
    let perform: @MainActor (TestWindow) -> Void
  }

  private static let actions: [AccountAction] = [
    .showLogin, .showRegistration, .dismissLogin, .dismissRegistration, .login(.setName("Ada")),
    .login(.showResetPassword), .login(.dismissResetPassword),
    .login(.resetPassword(.setEmail("ada@example.org"))), .registration(.setName("Ada")),
    .registration(.question(.discard)), .registration(.question(.keep)),
  ]

  private func state(after actions: [AccountAction], from state: AccountState) -> AccountState {
    let model = AccountModel()
    model.state.wrappedValue = state
    for action in actions { model.send(action) }
    return model.state.wrappedValue
  }

  /// Every state that the actions reach.
  private func reachableStates() -> [AccountState] {
    var states = [AccountState()]
    var next = 0
    while next < states.count {
      for action in Self.actions {
        let new = state(after: [action], from: states[next])
        if !states.contains(new) { states.append(new) }
      }
      next += 1
    }
    return states
  }

  @Test func `on each reachable state each gesture sends its actions, and the state answers`()
    async
  {
    let model = AccountModel()
    let window = TestWindow { AccountPage(model: model) }
    let states = reachableStates()
    #expect(states.count == 28)
    for state in states {
      for gesture in gestures(AccountOracle(state)) {
        model.state.wrappedValue = state
        await MainLoop.waitUntilIdle()
        expect(AccountOracle(state), in: window, "\(state)")
        gesture.perform(window)
        await MainLoop.waitUntilIdle()
        let answer = self.state(after: gesture.actions, from: state)
        #expect(model.state.wrappedValue == answer, "\(gesture.name) on \(state)")
        expect(AccountOracle(answer), in: window, "after \(gesture.name) on \(state)")
      }
    }
  }

  private func expect(_ oracle: AccountOracle, in window: TestWindow, _ place: String) {
    #expect(window.texts.first == oracle.pages.last?.title, "\(place)")
    #expect(window.pageTexts.count == oracle.pages.count, "\(place)")
    #expect(window.overlays.map(\.title) == (oracle.alert.map { [$0] } ?? []), "\(place)")
  }

  private func gestures(_ oracle: AccountOracle) -> [Gesture] {
    if oracle.alert != nil { return alertGestures() }
    let back = oracle.leaving(above: max(0, oracle.pages.count - 2))
    let entries = oracle.pages.indices.dropLast().map { position in
      Gesture(
        name: "the list's \(oracle.pages[position].title)",
        actions: oracle.leaving(above: position)
      ) { window in
        window.perform(.longPress)
        window.press(oracle.pages[position].title)
      }
    }
    return entries + [
      Gesture(name: "Back", actions: back) { $0.press("Back") },
      Gesture(name: "Alt+Left", actions: back) { $0.perform(.altLeft) },
      Gesture(name: "mouse", actions: back) { $0.perform(.mouseBack) },
      Gesture(name: "swipe", actions: back) { $0.perform(.swipeRight) },
      Gesture(name: "swipe down", actions: []) { $0.perform(.swipeDown) },
      Gesture(name: "Escape", actions: []) { $0.perform(.escape) },
    ]
  }

  private func alertGestures() -> [Gesture] {
    let (keep, discard) = (DiscardAction.keep, DiscardAction.discard)
    return [
      Gesture(name: "Keep", actions: [.registration(.question(keep))]) {
        $0.overlays.last?.press("Keep")
      },
      Gesture(name: "Discard", actions: [.registration(.question(discard))]) {
        $0.overlays.last?.press("Discard")
      },
      Gesture(name: "Escape in the alert", actions: [.registration(.question(keep))]) {
        $0.overlays.last?.perform(.escape)
      },
      Gesture(name: "the title bar of the alert", actions: [.registration(.question(keep))]) {
        $0.overlays.last?.close()
      },
      Gesture(name: "Back below the alert", actions: []) { $0.press("Back") },
    ]
  }

  @Test(arguments: ["Back", "Alt+Left", "mouse", "swipe", "the list"])
  func `each gesture leaves the second page of the shared counter`(gesture: String) async {
    let window = TestWindow { SharedCounterApp() }
    window.press("Edit Counter")
    await window.until { window.texts.first == "Edit Counter" }
    switch gesture {
    case "Back": window.press("Back")
    case "Alt+Left": window.perform(.altLeft)
    case "mouse": window.perform(.mouseBack)
    case "swipe": window.perform(.swipeRight)
    default:
      window.perform(.longPress)
      window.press("First page")
    }
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["Current Count: 0"])
  }

  @Test(arguments: CounterRoute.allCases)
  func `a route is its link, and shows its page`(route: CounterRoute) async throws {
    let link = try #require(route.link)
    #expect(CounterRoute(try Link(parsing: link.description)) == route)
    let pages = Pages()
    pages.show(route)
    let window = TestWindow(width: 680, height: 440) { PagesView(pages: pages) }
    await MainLoop.waitUntilIdle()
    #expect(pages.account.state.wrappedValue == route.account)
    let button = window.find(pages.shown.wrappedValue.rawValue)
    #expect(button?.isEnabled == false)
    let text =
      switch route {
      case .machine: "Count: 0"
      case .shared: "Current Count: 0"
      case .viewState: "4 letters"
      case .account, .login, .resetPassword, .registration:
        AccountOracle(route.account).pages.last?.title ?? ""
      }
    #expect(window.texts.contains(text))
  }

  @Test(arguments: [
    "counter://account/logout", "counter://", "other://shared", "counter://shared/1",
  ])
  func `a link to no page is no route`(text: String) throws {
    #expect(CounterRoute(try Link(parsing: text)) == nil)
  }
}

#endif
