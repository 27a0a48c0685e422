#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
import Testing

/// Random routes of the flow with each gesture, through real widgets. ``EntranceOracle`` has the
/// rules about the actions of a gesture, without the engine.
@MainActor
@Suite(.windows, .windowTime)
struct WindowRoutesTests {
  private let flow = EntranceFlow()

  @Test(arguments: [TestSeed.current])
  func `on 500 random routes each gesture sends the right actions, and the state answers`(
    seed: UInt64
  ) async {
    var random = SeededRandom(seed: seed)
    let controller = NavigationController()
    flow.bind(controller)
    let window = TestWindow { NavigationPlace(controller: controller) }
    for step in 0..<500 {
      let state = Entrance.all.randomElement(using: &random) ?? Entrance()
      flow.node.wrappedValue = state
      await MainLoop.waitUntilIdle()
      let place = "route \(step) of STATEGRAPH_SEED=\(seed): \(state)"
      let oracle = EntranceOracle(state)
      #expect(shown(in: window) == expected(oracle), "\(place)")
      #expect(flow.counter.alive == pageCount(oracle), "\(place)")
      flow.isRefusing = true
      for gesture in gestures(oracle) {
        gesture.perform(window)
        #expect(flow.takeSent() == gesture.actions, "\(gesture.name) on \(place)")
        #expect(shown(in: window) == expected(oracle), "\(gesture.name) moved on \(place)")
        await MainLoop.waitUntilIdle()
      }
      #expect(shown(in: window) == expected(oracle), "after refusals: \(place)")
      flow.isRefusing = false
      guard let gesture = gestures(oracle).randomElement(using: &random) else { continue }
      gesture.perform(window)
      await MainLoop.waitUntilIdle()
      let answer = EntranceOracle(flow.node.wrappedValue)
      #expect(flow.takeSent() == gesture.actions)
      #expect(shown(in: window) == expected(answer), "after \(gesture.name) on \(place)")
    }
  }

  // MARK: - What the windows show

  /// The names of the pages, the title on the screen, and the titles of sheets and alerts.
  private func shown(in window: TestWindow) -> [[String]] {
    [window.pageTexts.sorted(), [window.texts.first ?? ""], window.overlays.map(\.title)]
  }

  private func expected(_ oracle: EntranceOracle) -> [[String]] {
    let names = oracle.window.map(\.name)
    let overlays = oracle.overlays.map { $0.alert ?? $0.sheet.last?.name ?? "" }
    return [names.sorted(), [names.last ?? ""], overlays]
  }

  private func pageCount(_ oracle: EntranceOracle) -> Int {
    oracle.window.count + oracle.overlays.reduce(0) { $0 + $1.sheet.count }
  }

  // MARK: - Gestures

  private struct Gesture {
    let name: String
    let actions: [Entrance.Action]
    let perform: @MainActor (TestWindow) -> Void
  }

  /// Every gesture that the topmost window offers, and gestures that it does not accept.
  private func gestures(_ oracle: EntranceOracle) -> [Gesture] {
    guard let overlay = oracle.overlays.last else { return windowGestures(oracle) }
    let answers = overlay.alert == nil ? sheetGestures(overlay.sheet) : alertGestures()
    // The window below accepts no gesture.
    return answers + [Gesture(name: "Back below", actions: []) { $0.press("Back") }]
  }

  private func windowGestures(_ oracle: EntranceOracle) -> [Gesture] {
    let targets = EntranceOracle.targets(oracle.window)
    let back = targets.first.map { oracle.leaving(above: $0) } ?? []
    let entries = targets.map { target in
      Gesture(name: "the list's \(target)", actions: oracle.leaving(above: target)) { window in
        window.perform(.longPress)
        window.press(target)
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

  private func sheetGestures(_ sheet: [EntranceOracle.Entry]) -> [Gesture] {
    let close = EntranceOracle.leaving(sheet)
    let targets = EntranceOracle.targets(sheet)
    let back = targets.first.map { EntranceOracle.leaving(sheet, above: $0) } ?? []
    let entries = targets.map { target in
      Gesture(
        name: "the list's \(target) in a sheet",
        actions: EntranceOracle.leaving(sheet, above: target)
      ) { window in
        window.overlays.last?.perform(.longPress)
        window.overlays.last?.press(target)
      }
    }
    return entries + [
      Gesture(name: "Escape in a sheet", actions: close) { $0.overlays.last?.perform(.escape) },
      Gesture(name: "Close", actions: close) { $0.overlays.last?.press("Close") },
      Gesture(name: "the title bar of a sheet", actions: close) { $0.overlays.last?.close() },
      Gesture(name: "Back in a sheet", actions: back) { $0.overlays.last?.press("Back") },
      Gesture(name: "Alt+Left in a sheet", actions: back) { $0.overlays.last?.perform(.altLeft) },
      Gesture(name: "mouse in a sheet", actions: back) { $0.overlays.last?.perform(.mouseBack) },
      Gesture(name: "swipe in a sheet", actions: back) { $0.overlays.last?.perform(.swipeRight) },
      Gesture(name: "swipe down in a sheet", actions: []) {
        $0.overlays.last?.perform(.swipeDown)
      },
    ]
  }

  private func alertGestures() -> [Gesture] {
    [
      Gesture(name: "Retry", actions: [.login(.retry)]) { $0.overlays.last?.press("Retry") },
      Gesture(name: "Give up", actions: [.login(.giveUp)]) { $0.overlays.last?.press("Give up") },
      Gesture(name: "Escape in an alert", actions: [.login(.giveUp)]) {
        $0.overlays.last?.perform(.escape)
      },
      Gesture(name: "the title bar of an alert", actions: [.login(.giveUp)]) {
        $0.overlays.last?.close()
      },
      Gesture(name: "Alt+Left in an alert", actions: []) { $0.overlays.last?.perform(.altLeft) },
    ]
  }
}

#endif
