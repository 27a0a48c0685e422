import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

/// The pages that a navigation shows after changes of the state.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct NavigationTests {
  private let flow = EntranceFlow()
  private let navigation = HeadlessNavigation()

  @Test func `the first stack is shown at once and not animated, the next ones are animated`()
    async
  {
    flow.node.wrappedValue.login = .init(reset: .init())
    flow.bind(navigation)
    #expect(navigation.shows.map(\.text) == ["root login reset"])
    #expect(navigation.shows.map(\.animated) == [false])
    flow.node.wrappedValue.login = nil
    await finishJobs()
    #expect(navigation.shows.map(\.text) == ["root login reset", "root"])
    #expect(navigation.shows.map(\.animated) == [false, true])
  }

  @Test func `the first active segment wins, and the next one takes its place`() async {
    flow.bind(navigation)
    flow.node.wrappedValue = Entrance(login: .init(), registration: .init())
    await finishJobs()
    #expect(navigation.text == "root login")
    flow.node.wrappedValue.login = nil
    await finishJobs()
    #expect(navigation.text == "root registration")
    flow.node.wrappedValue.login = .init()
    await finishJobs()
    #expect(navigation.text == "root login")
  }

  @Test func `all changes before one job are one transition`() async throws {
    flow.bind(navigation)
    flow.node.wrappedValue.login = .init()
    flow.node.wrappedValue.login?.hasHint = true
    flow.node.wrappedValue.login?.reset = .init()
    try withThread { [node = flow.node] in node.wrappedValue.help = .init() }
    #expect(navigation.shows.count == 1)
    await finishJobs()
    #expect(navigation.shows.map(\.text) == ["root", "root login hint reset | sheet help"])
  }

  @Test func `a segment keeps its pages while its state is present`() async {
    flow.bind(navigation)
    flow.node.wrappedValue.login = .init()
    await finishJobs()
    let login = navigation.page("login")
    #expect(login != nil)
    flow.node.wrappedValue.login?.reset = .init(isSent: true)
    await finishJobs()
    #expect(navigation.page("login") === login)
    // The state at the time of the job decides.
    flow.node.wrappedValue.login = nil
    flow.node.wrappedValue.login = .init(hasHint: true)
    await finishJobs()
    #expect(navigation.text == "root login hint")
    #expect(navigation.page("login") === login)
    flow.node.wrappedValue.login = nil
    await finishJobs()
    flow.node.wrappedValue.login = .init()
    await finishJobs()
    #expect(navigation.page("login") !== login)
  }

  @Test func `showIf adds and removes a page, and the others stay`() async {
    flow.bind(navigation)
    flow.node.wrappedValue.login = .init()
    await finishJobs()
    let (login, alive) = (navigation.page("login"), flow.counter.alive)
    for hasHint in [true, false, true] {
      flow.node.wrappedValue.login?.hasHint = hasHint
      await finishJobs()
      #expect(navigation.text == (hasHint ? "root login hint" : "root login"))
      #expect(flow.counter.alive == alive + (hasHint ? 1 : 0))
    }
    #expect(navigation.page("login") === login)
  }

  @Test func `a change wakes only what reads it`() async {
    flow.node.wrappedValue.login = .init(name: "a", reset: .init())
    flow.bind(navigation)
    let page = navigation.page("login")
    let (shows, questions) = (navigation.shows.count, flow.questionCount)
    flow.node.wrappedValue.login?.name = "b"
    await finishJobs()
    #expect(page?.shown == ["a", "b"])
    #expect(navigation.shows.count == shows)
    #expect(flow.questionCount == questions, "the navigation has looked at the state")
    flow.node.wrappedValue.help = .init()
    await finishJobs()
    #expect(page?.shown == ["a", "b"])
    #expect(navigation.shows.count == shows + 1)
  }

  @Test func `an equal stack is not shown again`() async {
    flow.node.wrappedValue.login = .init()
    flow.bind(navigation)
    let questions = flow.questionCount
    // The registration comes after the login, so it is not shown.
    flow.node.wrappedValue.registration = .init()
    await finishJobs()
    #expect(flow.questionCount > questions)
    #expect(navigation.shows.map(\.text) == ["root login"])
  }

  @Test func `what a page reads when it is created does not wake the navigation`() async {
    let (node, other) = (Stored(wrappedValue: 1), Stored(wrappedValue: 1))
    let counter = Page.Counter()
    var questionCount = 0
    navigation.composable.bind(
      store: Store(state: node) { (_: Int) in },
      makeRootSegment: { store in
        NavSegment(id: 0, store: store) { store in
          NavSegment.ViewController(store: store) { viewStore in
            Page("\(viewStore.state) \(other.wrappedValue)", counter)
          }
        }
      },
      makeDismissAction: { _ in
        questionCount += 1
        return nil
      }
    )
    let questions = questionCount
    node.wrappedValue = 2
    other.wrappedValue = 2
    await finishJobs()
    #expect(questionCount == questions)
    #expect(navigation.shows.map(\.text) == ["1 1"])
  }

  @Test func `a page that has left still reads its last state`() async {
    flow.node.wrappedValue.login = .init(name: "a")
    flow.bind(navigation)
    let page = navigation.page("login")
    flow.node.wrappedValue.login?.name = "b"
    await finishJobs()
    flow.node.wrappedValue.login = nil
    await finishJobs()
    #expect(navigation.text == "root")
    #expect(page?.read?() == "b")
    flow.node.wrappedValue.login = .init(name: "c")
    await finishJobs()
    #expect(navigation.page("login")?.shown == ["c"])
  }

  @Test func `sheets and alerts stand above the pages, the deepest on top`() async {
    flow.node.wrappedValue = Entrance(
      login: .init(failure: "Failed", captcha: 1, reset: .init()),
      help: .init(topic: "Keys")
    )
    flow.bind(navigation)
    #expect(
      navigation.text == "root login reset | sheet help topic | sheet captcha | alert Failed"
    )
  }

  @Test func `the first of two active alerts is shown, and then the second one`() async {
    struct Failures: Equatable, Sendable { var first: String? = "one", second: String? = "two" }
    let node = Stored(wrappedValue: Failures())
    let counter = Page.Counter()
    navigation.composable.bind(
      store: Store(state: node) { (_: Int) in },
      makeRootSegment: { store in
        NavSegment(id: 0, store: store) { store in
          NavSegment.ViewController(store: store) { _ in Page("root", counter) }
        } nextSegment: { store in
          for path in [\Failures.first, \.second] {
            NavSegment.Alert(
              store: store,
              toLocalState: { $0[keyPath: path] },
              fromLocalAction: { (action: Int) in action }
            ) { failure in
              AlertContent(failure) { $0.add("Close", 0) }
            }
          }
        }
      },
      makeDismissAction: { _ in nil }
    )
    #expect(navigation.text == "root | alert one")
    node.wrappedValue.first = nil
    await finishJobs()
    #expect(navigation.text == "root | alert two")
  }

  @Test func `an alert keeps its identity while its text changes`() async {
    flow.node.wrappedValue.login = .init(failure: "one")
    flow.bind(navigation)
    let id = navigation.stack.overlays.last?.id
    flow.node.wrappedValue.login?.failure = "two"
    await finishJobs()
    #expect(navigation.text == "root login | alert two")
    #expect(navigation.stack.overlays.last?.id == id)
    flow.node.wrappedValue.login?.failure = nil
    await finishJobs()
    flow.node.wrappedValue.login?.failure = "three"
    await finishJobs()
    #expect(navigation.stack.overlays.last?.id != id)
  }

  @Test func `a segment of a part of the state gets this part, and its actions`() async {
    struct Local: Equatable { var text = "a" }
    struct Whole: Equatable { var local = Local(), other = 0 }
    let node = Stored(wrappedValue: Whole())
    let counter = Page.Counter()
    var sent: [String] = []
    navigation.composable.bind(
      store: Store(state: node) { (action: String) in sent.append(action) },
      makeRootSegment: { store in
        NavSegment(id: 0, store: store) { store in
          NavSegment.ViewController(
            store: store,
            state: \.local,
            action: { (number: Int) in "number \(number)" }
          ) { viewStore in
            viewStore.send(5)
            return Page("local", counter) { viewStore.state.text + viewStore.text }
          }
        }
      },
      makeDismissAction: { _ in nil }
    )
    #expect(sent == ["number 5"])
    node.wrappedValue.other = 1
    await finishJobs()
    #expect(navigation.page("local")?.shown == ["aa"])
    node.wrappedValue.local.text = "b"
    await finishJobs()
    #expect(navigation.page("local")?.shown == ["aa", "bb"])
  }

  @Test func `builders take conditions and loops`() {
    let node = Stored(wrappedValue: 3)
    let counter = Page.Counter()
    navigation.composable.bind(
      store: Store(state: node) { (_: Int) in },
      makeRootSegment: { store in
        NavSegment(id: 0, store: store) { store in
          if store.state > 2 {
            NavSegment.ViewController(store: store) { _ in Page("large", counter) }
          }
          if store.state > 5 {
            NavSegment.ViewController(store: store) { _ in Page("huge", counter) }
          } else {
            NavSegment.ViewController(store: store) { _ in Page("small", counter) }
          }
          for number in 0..<store.state {
            NavSegment.ViewController(store: store) { _ in Page("\(number)", counter) }
          }
        } nextSegment: { _ in
        }
      },
      makeDismissAction: { _ in nil }
    )
    #expect(navigation.text == "large small 0 1 2")
  }

  @Test func `a store of a computed node reads and follows it`() async {
    let number = Stored(wrappedValue: 1)
    let isEven = Computed { _ in number.wrappedValue.isMultiple(of: 2) }
    let counter = Page.Counter()
    navigation.composable.bind(
      store: Store(state: isEven) { (_: Int) in number.wrappedValue += 1 },
      makeRootSegment: { store in
        NavSegment(id: 0, store: store) { store in
          NavSegment.ViewController(store: store) { _ in Page("root", counter) }
          NavSegment.ViewController(store: store, showIf: { $0 }) { viewStore in
            viewStore.send(1)
            return Page("even", counter)
          }
        }
      },
      makeDismissAction: { _ in nil }
    )
    number.wrappedValue = 2
    await finishJobs()
    #expect(number.wrappedValue == 3)
    await finishJobs()
    #expect(navigation.shows.map(\.text) == ["root", "root even", "root"])
  }

  /// The state is that of a machine.
  private enum Porter: Transducer {
    typealias Event = Entrance.Action
    typealias State = PorterState
    static var initialState: State { State() }
    static func update(_ state: inout State, event: Event) { state.entrance.apply(event) }
  }

  private struct PorterState: NonTerminal, Equatable {
    var entrance = Entrance(login: Entrance.Login(reset: Entrance.Reset()))
  }

  @Test func `a machine is a store`() async {
    let model = ObservableTransducer<Porter>()
    let counter = Page.Counter()
    let store = Store(state: model.stateNode, send: model.send)
    navigation.composable.bind(
      store: store,
      makeRootSegment: { store in
        NavSegment(id: Entrance.Segment.root, store: store) { store in
          NavSegment.ViewController(store: store) { _ in Page("root", counter) }
        } nextSegment: { store in
          NavSegment.Next(
            store: store,
            toLocalState: \.entrance.login,
            fromLocalAction: Entrance.Action.login
          ) { store in
            NavSegment(id: .login, store: store) { store in
              NavSegment.ViewController(store: store) { _ in Page("login", counter) }
            }
          }
        }
      },
      makeDismissAction: Entrance.dismissAction(of:)
    )
    #expect(navigation.text == "root login")
    #expect(navigation.navigation.handle(.back))
    // A machine that waits is resumed on another thread first, in no order with other jobs.
    let deadline = TestDeadline()
    while navigation.text != "root", !deadline.hasPassed { await Task.yield() }
    #expect(navigation.text == "root")
    #expect(model.state.entrance.login == nil)
  }
}
