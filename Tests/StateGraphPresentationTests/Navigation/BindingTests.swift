import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

/// The lifetime of a binding, and the objects that it keeps alive.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct BindingTests {
  private let flow = EntranceFlow(Entrance(login: .init(failure: "Failed")))

  @Test func `bind returns its presenter`() {
    let navigation = HeadlessNavigation()
    let bound: HeadlessNavigation = navigation.composable.bind(
      store: flow.store,
      makeRootSegment: { NavSegment(id: 0, store: $0) { _ in } },
      makeDismissAction: { _ in nil }
    )
    #expect(bound === navigation)
    #expect(navigation.shows.map(\.text) == [""])
  }

  @Test func `cancel ends the binding, and the last stack stays`() async throws {
    let navigation = HeadlessNavigation()
    flow.bind(navigation)
    #expect(navigation.navigation.isActive)
    let alert = try #require(navigation.stack.overlays.last?.id)
    flow.node.wrappedValue = Entrance()
    navigation.composable.bindingLifetime.cancel()
    #expect(!navigation.navigation.isActive)
    await finishJobs()
    #expect(navigation.shows.map(\.text) == ["root login | alert Failed"])
    for gesture: NavigationGesture in [.back, .escape, .press(0, in: alert)] {
      #expect(!navigation.navigation.handle(gesture))
    }
    #expect(flow.takeSent().isEmpty)
    navigation.composable.bindingLifetime.cancel()
  }

  @Test func `a second bind ends the first one, and its first stack is not animated`() async {
    let navigation = HeadlessNavigation()
    flow.bind(navigation)
    let other = EntranceFlow(Entrance(registration: .init()))
    other.bind(navigation)
    flow.node.wrappedValue = Entrance()
    await finishJobs()
    #expect(navigation.shows.map(\.text) == ["root login | alert Failed", "root registration"])
    #expect(navigation.shows.map(\.animated) == [false, false])
    #expect(flow.counter.alive == 0)
    navigation.navigation.handle(.back)
    #expect(flow.takeSent().isEmpty)
    #expect(other.takeSent() == [.dismissRegistration])
  }

  @Test func `the release of the presenter ends the binding and releases the pages`() async {
    var navigation: HeadlessNavigation? = HeadlessNavigation()
    weak let released = navigation
    if let navigation { flow.bind(navigation) }
    #expect(flow.counter.alive == 2)
    navigation = nil
    #expect(released == nil)
    await finishJobs()
    #expect(flow.counter.alive == 0)
    let made = flow.counter.made
    flow.node.wrappedValue.registration = .init()
    flow.node.wrappedValue.login = nil
    await finishJobs()
    #expect(flow.counter.made == made)
  }

  @Test func `a dismiss action can end the binding`() async {
    let navigation = HeadlessNavigation()
    let node = Stored(wrappedValue: Entrance(login: .init(reset: .init())))
    var sent: [Entrance.Action] = []
    let counter = Page.Counter()
    func segment<State>(
      _ id: Entrance.Segment,
      _ store: Store<State, Entrance.Action>
    ) -> NavSegment<Entrance.Segment> {
      NavSegment(id: id, store: store) { store in
        NavSegment.ViewController(store: store) { _ in Page("\(id)", counter) }
      }
    }
    navigation.composable.bind(
      store: Store(state: node) { (action: Entrance.Action) in
        sent.append(action)
        navigation.composable.bindingLifetime.cancel()
      },
      makeRootSegment: { store in
        NavSegment(id: .root, store: store) { store in
          NavSegment.ViewController(store: store) { _ in Page("root", counter) }
        } nextSegment: { store in
          NavSegment.Next(
            store: store,
            toLocalState: \.login,
            fromLocalAction: { (action: Entrance.Action) in action }
          ) { store in
            NavSegment(id: .login, store: store) { _ in
            } nextSegment: { store in
              NavSegment.Next(
                store: store,
                toLocalState: \.reset,
                fromLocalAction: { (action: Entrance.Action) in action },
                make: { segment(.reset, $0) }
              )
            }
          }
        }
      },
      makeDismissAction: Entrance.dismissAction(of:)
    )
    #expect(navigation.text == "root reset")
    // A segment without pages is left with the one above it.
    #expect(navigation.navigation.handle(.back))
    #expect(sent == [.login(.dismissReset)])
  }
}
