#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

/// Sheets and alerts, with the keyboard and the mouse of the display.
@MainActor
@Suite(.windows, .windowTime)
struct OverlayTests {
  private let flow = EntranceFlow()
  private let controller = NavigationController()

  private func open(_ state: Entrance) async -> TestWindow {
    flow.bind(controller)
    let window = TestWindow { NavigationPlace(controller: controller) }
    flow.node.wrappedValue = state
    await MainLoop.waitUntilIdle()
    return window
  }

  @Test(arguments: ["Escape", "a click on Close"])
  func `a sheet opens with its page, and closes by each gesture when the state says so`(
    gesture: String
  ) async throws {
    let window = await open(Entrance(help: .init(topic: "Keys")))
    let sheet = try #require(window.overlays.first)
    #expect(window.overlays.count == 1)
    #expect(sheet.title == "topic")
    #expect(sheet.isAbove(window))
    if gesture == "Escape" { try await sheet.key("Escape") } else { try await sheet.click("Close") }
    #expect(flow.takeSent() == [.help(.dismissTopic), .dismissHelp])
    #expect(window.overlays.isEmpty)
    #expect(window.texts.first == "root")
  }

  @Test func `Alt+Left in a sheet goes back in the sheet`() async throws {
    let window = await open(Entrance(help: .init(topic: "Keys")))
    try await window.overlays.first?.key("alt+Left")
    #expect(flow.takeSent() == [.help(.dismissTopic)])
    #expect(window.overlays.map(\.title) == ["help"])
    #expect(window.overlays.first?.find("Back") == nil)
  }

  @Test(arguments: [
    ("Retry", Entrance.LoginAction.retry), ("Give up", .giveUp), ("Escape", .giveUp),
    ("Return", .retry), ("Tab and Return", .giveUp),
  ])
  func `each answer to an alert sends its action, and the alert closes`(
    answer: String,
    action: Entrance.LoginAction
  ) async throws {
    let window = await open(Entrance(login: .init(failure: "Failed")))
    let alert = try #require(window.overlays.first)
    #expect(alert.texts.contains("Failed"))
    switch answer {
    case "Escape": try await alert.key("Escape")
    case "Return", "Tab and Return":
      // The first button has the focus.
      if answer != "Return" { try await alert.key("Tab") }
      try await alert.key("Return")
      // GTK presses a button a quarter of a second after its activation.
      await window.until { window.overlays.isEmpty }
    default: try await alert.click(answer)
    }
    #expect(flow.takeSent() == [.login(action)])
    #expect(window.overlays.isEmpty)
    #expect(window.texts.first == "login")
  }

  @Test func `a refused dismissal keeps the sheet and the alert`() async throws {
    flow.isRefusing = true
    let window = await open(Entrance(login: .init(failure: "Failed", captcha: 1)))
    #expect(window.overlays.map(\.title) == ["captcha", "Failed"])
    try await window.overlays.last?.key("Escape")
    #expect(flow.takeSent() == [.login(.giveUp)])
    flow.node.wrappedValue.login?.failure = nil
    await MainLoop.waitUntilIdle()
    for _ in 0..<2 {
      try await window.overlays.first?.key("Escape")
      #expect(flow.takeSent() == [.login(.dismissCaptcha)])
      #expect(window.overlays.map(\.title) == ["captcha"])
    }
  }

  @Test func `a segment without a dismiss action has no back navigation`() async {
    let window = await open(Entrance(registration: .init(confirm: 1)))
    #expect(window.texts.first == "confirm")
    #expect(window.find("Back") == nil)
    for gesture in TestGesture.allCases { window.perform(gesture) }
    await MainLoop.waitUntilIdle()
    #expect(flow.takeSent().isEmpty)
    #expect(window.texts.first == "confirm")
  }

  @Test func `a sheet without a dismiss action cannot be closed`() async throws {
    let node = Stored(wrappedValue: 1 as Int?)
    let counter = Page.Counter()
    controller.composable.bind(
      store: Store(state: node) { (_: Int) in node.wrappedValue = nil },
      makeRootSegment: { store in
        NavSegment(id: "root", store: store) { store in
          NavSegment.ViewController(store: store) { _ in Page("root", counter) }
        } nextSegment: { store in
          NavSegment.Sheet(store: store, toLocalState: { $0 }, fromLocalAction: { (_: Int) in 1 }) {
            NavSegment(id: "sheet", store: $0) { store in
              NavSegment.ViewController(store: store) { _ in Page("sheet", counter) }
            }
          }
        }
      },
      makeDismissAction: { _ in nil }
    )
    let window = TestWindow { NavigationPlace(controller: controller) }
    await MainLoop.waitUntilIdle()
    let sheet = try #require(window.overlays.first)
    #expect(sheet.find("Close") == nil)
    sheet.perform(.escape)
    sheet.close()
    await MainLoop.waitUntilIdle()
    #expect(window.overlays.map(\.title) == ["sheet"])
    #expect(node.wrappedValue == 1)
  }

  @Test func `a restored sheet waits for its window, and closes with it`() async throws {
    flow.node.wrappedValue = Entrance(help: .init())
    flow.bind(controller)
    await MainLoop.waitUntilIdle()
    #expect(TestOverlay.all.isEmpty)
    let window = TestWindow { NavigationPlace(controller: controller) }
    await MainLoop.waitUntilIdle()
    #expect(try #require(window.overlays.first).isAbove(window))
    window.close()
    await MainLoop.waitUntilIdle()
    #expect(TestOverlay.all.isEmpty)
    let second = TestWindow { NavigationPlace(controller: controller) }
    await MainLoop.waitUntilIdle()
    #expect(try #require(second.overlays.first).isAbove(second))
  }
}

#endif
