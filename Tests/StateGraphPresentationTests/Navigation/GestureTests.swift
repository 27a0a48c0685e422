import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

/// The actions that the user's gestures send. `AllRoutesTests` tests that they send the right
/// actions on each route.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct GestureTests {
  private let flow = EntranceFlow()
  private let navigation = HeadlessNavigation()

  private func bind(_ state: Entrance) {
    flow.node.wrappedValue = state
    flow.bind(navigation)
  }

  /// The page of the window at a position.
  private func id(_ position: Int) -> NavigationItemID {
    navigation.stack.pages.pages[position].id
  }

  @Test func `going back to the root leaves all segments, the deepest first, and moves nothing`()
    async
  {
    bind(Entrance(login: .init(captcha: 1, reset: .init())))
    #expect(navigation.stack.pages.backTargets == [id(1), id(0)])
    #expect(navigation.navigation.handle(.backTo(id(0))))
    #expect(flow.takeSent() == [.login(.dismissCaptcha), .login(.dismissReset), .dismissLogin])
    #expect(navigation.shows.count == 1)
    await finishJobs()
    #expect(navigation.shows.map(\.text).last == "root")
    #expect(navigation.shows.count == 2)
  }

  @Test func `a segment is left with all its pages`() async {
    bind(Entrance(login: .init(hasHint: true)))
    #expect(navigation.stack.pages.backTargets == [id(0)])
    #expect(!navigation.navigation.handle(.backTo(id(1))))
    #expect(navigation.navigation.handle(.back))
    #expect(flow.takeSent() == [.dismissLogin])
    await finishJobs()
    #expect(navigation.text == "root")
  }

  @Test func `two gestures before one job leave a segment once`() async {
    bind(Entrance(login: .init(reset: .init())))
    flow.isRefusing = true
    #expect(navigation.navigation.handle(.back))
    #expect(!navigation.navigation.handle(.back))
    #expect(flow.takeSent() == [.login(.dismissReset)])
    // The gesture dismisses only the segment that has not received a dismiss action yet.
    #expect(navigation.navigation.handle(.backTo(id(0))))
    #expect(flow.takeSent() == [.dismissLogin])
    await finishJobs()
    #expect(navigation.navigation.handle(.back))
    #expect(flow.takeSent() == [.login(.dismissReset)])
  }

  @Test func `a button of an alert is pressed once before a job`() async throws {
    bind(Entrance(login: .init(failure: "Failed")))
    flow.isRefusing = true
    let id = try #require(navigation.stack.overlays.last?.id)
    #expect(navigation.navigation.handle(.press(0, in: id)))
    #expect(!navigation.navigation.handle(.press(1, in: id)))
    #expect(!navigation.navigation.handle(.escape))
    #expect(flow.takeSent() == [.login(.retry)])
  }

  @Test func `a refusal shows the same stack again`() async {
    bind(Entrance(login: .init()))
    flow.isRefusing = true
    let login = navigation.page("login")
    #expect(navigation.navigation.handle(.back))
    await finishJobs()
    #expect(navigation.shows.map(\.text) == ["root login", "root login"])
    #expect(navigation.page("login") === login)
    await finishJobs()
    #expect(navigation.shows.count == 2)
  }

  @Test func `a segment without a dismiss action has no back navigation`() {
    bind(Entrance(registration: .init(confirm: 1)))
    #expect(navigation.text == "root registration confirm")
    #expect(navigation.stack.pages.backTargets.isEmpty)
    for gesture: NavigationGesture in [.back, .backTo(id(0)), .backTo(id(1)), .escape] {
      #expect(!navigation.navigation.handle(gesture))
    }
    #expect(flow.takeSent().isEmpty)
  }

  @Test func `a sheet whose segment has no dismiss action cannot be closed, nor can what is below`()
    async
  {
    struct Whole: Equatable { var page: Int? = 1, sheet: Int? = 1 }
    let node = Stored(wrappedValue: Whole())
    let counter = Page.Counter()
    var sent: [String] = []
    func segment(_ id: String, _ store: Store<Int, Int>) -> NavSegment<String> {
      NavSegment(id: id, store: store) { store in
        NavSegment.ViewController(store: store) { _ in Page(id, counter) }
      }
    }
    navigation.composable.bind(
      store: Store(state: node) { (action: String) in sent.append(action) },
      makeRootSegment: { store in
        NavSegment(id: "root", store: store) { store in
          NavSegment.ViewController(store: store) { _ in Page("root", counter) }
        } nextSegment: { store in
          NavSegment.Next(
            store: store,
            toLocalState: { $0.page == nil ? nil : $0 },
            fromLocalAction: { (action: String) in action }
          ) { store in
            NavSegment(id: "page", store: store) { store in
              NavSegment.ViewController(store: store) { _ in Page("page", counter) }
            } nextSegment: { store in
              NavSegment.Sheet(
                store: store,
                toLocalState: \.sheet,
                fromLocalAction: { (_: Int) in "" },
                make: { segment("sheet", $0) }
              )
            }
          }
        }
      },
      makeDismissAction: { $0 == "page" ? "dismiss page" : nil }
    )
    #expect(navigation.text == "root page | sheet sheet")
    guard case .sheet(let sheet) = navigation.stack.overlays.last else { return }
    #expect(!sheet.canClose)
    #expect(navigation.stack.pages.backTargets.isEmpty)
    for gesture: NavigationGesture in [.escape, .close(sheet.id), .back, .backTo(id(0))] {
      #expect(!navigation.navigation.handle(gesture))
    }
    node.wrappedValue.sheet = nil
    await finishJobs()
    #expect(navigation.navigation.handle(.back))
    #expect(sent == ["dismiss page"])
  }

  @Test func `a gesture for an item that is gone sends nothing`() async throws {
    bind(Entrance(login: .init(failure: "Failed", captcha: 1)))
    let page = id(0)
    let overlays = navigation.stack.overlays.map(\.id)
    flow.node.wrappedValue = Entrance()
    await finishJobs()
    #expect(overlays.count == 2)
    for gesture: NavigationGesture in [
      .backTo(page), .close(overlays[0]), .press(0, in: overlays[1]), .back, .escape,
    ] {
      #expect(!navigation.navigation.handle(gesture))
    }
    #expect(flow.takeSent().isEmpty)
    #expect(navigation.text == "root")
  }

  @Test func `without a binding, a gesture sends nothing`() {
    #expect(!navigation.navigation.handle(.back))
    #expect(!navigation.navigation.isActive)
  }
}
