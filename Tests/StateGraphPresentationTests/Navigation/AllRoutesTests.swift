import StateGraph
import StateGraphPresentation
import TestSupport
import Testing

/// Every state of the flow with every gesture, and random histories of states.
///
/// The suite has no time limit of its own. It waits thousands of times for the main queue, which
/// shares the threads of the pool with all other tests. While long tests occupy these threads, a
/// wait can last for minutes.
@MainActor
@Suite struct AllRoutesTests {
  private let flow = EntranceFlow()
  private let navigation = HeadlessNavigation()

  /// Every gesture that a stack offers, with the actions that it must send.
  private func gestures(
    _ state: Entrance,
    _ stack: NavigationStack
  ) -> [(gesture: NavigationGesture, expected: [Entrance.Action])] {
    let oracle = EntranceOracle(state)
    var gestures: [(gesture: NavigationGesture, expected: [Entrance.Action])] = []
    for page in stack.pages.pages {
      let name = (page.page as? Page)?.name ?? ""
      let isTarget = EntranceOracle.targets(oracle.window).contains(name)
      gestures.append((.backTo(page.id), isTarget ? oracle.leaving(above: name) : []))
    }
    for (overlay, expected) in zip(stack.overlays, oracle.overlays) {
      switch overlay {
      case .sheet(let sheet):
        gestures.append((.close(sheet.id), EntranceOracle.leaving(expected.sheet)))
        for page in sheet.pages.pages {
          let name = (page.page as? Page)?.name ?? ""
          let isTarget = EntranceOracle.targets(expected.sheet).contains(name)
          let actions = isTarget ? EntranceOracle.leaving(expected.sheet, above: name) : []
          gestures.append((.backTo(page.id), actions))
        }
      case .alert(let alert):
        gestures.append((.press(0, in: alert.id), [.login(.retry)]))
        gestures.append((.press(1, in: alert.id), [.login(.giveUp)]))
        gestures.append((.press(2, in: alert.id), []))
        gestures.append((.press(-1, in: alert.id), []))
        gestures.append((.close(alert.id), []))
      }
    }
    gestures.append((.back, back(oracle)))
    gestures.append((.escape, escape(oracle)))
    return gestures
  }

  private func back(_ oracle: EntranceOracle) -> [Entrance.Action] {
    guard let overlay = oracle.overlays.last else {
      return EntranceOracle.targets(oracle.window).first.map { oracle.leaving(above: $0) } ?? []
    }
    let target = EntranceOracle.targets(overlay.sheet).first
    return target.map { EntranceOracle.leaving(overlay.sheet, above: $0) } ?? []
  }

  private func escape(_ oracle: EntranceOracle) -> [Entrance.Action] {
    guard let overlay = oracle.overlays.last else { return [] }
    return overlay.alert == nil ? EntranceOracle.leaving(overlay.sheet) : [.login(.giveUp)]
  }

  /// The states of the flow in parts, whose waits for the main queue overlap.
  nonisolated static let parts = stride(from: 0, to: Entrance.all.count, by: 75).map {
    $0..<min($0 + 75, Entrance.all.count)
  }

  @Test(arguments: parts)
  func `every gesture on every route sends the right actions, and the state answers`(
    part: Range<Int>
  ) async {
    flow.bind(navigation)
    var count = 0
    for state in Entrance.all[part] {
      flow.node.wrappedValue = state
      await finishJobs()
      #expect(navigation.text == EntranceOracle(state).text)
      for index in gestures(state, navigation.stack).indices {
        for isRefusing in [true, false] {
          // The items of the stack are new after each answer.
          let (gesture, expected) = gestures(state, navigation.stack)[index]
          flow.isRefusing = isRefusing
          let shows = navigation.shows.count
          let isSent = navigation.navigation.handle(gesture)
          #expect(flow.takeSent() == expected, "\(gesture) on \(state)")
          #expect(isSent == !expected.isEmpty)
          #expect(navigation.shows.count == shows, "a gesture moved something")
          await finishJobs()
          #expect(navigation.text == EntranceOracle(flow.node.wrappedValue).text)
          #expect(navigation.shows.count == shows + (expected.isEmpty ? 0 : 1))
          count += 1
          // A gesture without an action leaves the state, so that nothing is to be restored.
          guard flow.node.wrappedValue != state else { continue }
          flow.node.wrappedValue = state
          await finishJobs()
        }
      }
    }
    #expect(count > 7 * part.count)
  }

  @Test func `the flow has 675 states, and each is in one part`() {
    #expect(Entrance.all.count == 675)
    #expect(Self.parts.flatMap(Array.init) == Array(Entrance.all.indices))
  }

  @Test func `a thousand random states leak no page, and each shows its stack`() async throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let states = Entrance.all
    var shown: HeadlessNavigation? = HeadlessNavigation()
    if let shown { flow.bind(shown) }
    for step in 0..<1_000 {
      // Several changes can happen before one job, on any thread.
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let state = states[Int.random(in: states.indices, using: &random)]
        if Int.random(in: 0..<10, using: &random) == 0 {
          try withThread { [node = flow.node] in node.wrappedValue = state }
        } else {
          flow.node.wrappedValue = state
        }
      }
      if Bool.random(using: &random) { shown?.navigation.handle(.back) }
      if Bool.random(using: &random) { shown?.navigation.handle(.escape) }
      await finishJobs()
      let oracle = EntranceOracle(flow.node.wrappedValue)
      #expect(shown?.text == oracle.text, "step \(step), STATEGRAPH_SEED=\(seed)")
      let pages = oracle.window.count + oracle.overlays.reduce(0) { $0 + $1.sheet.count }
      #expect(flow.counter.alive == pages, "step \(step), STATEGRAPH_SEED=\(seed)")
    }
    #expect(flow.counter.made > 1_000)
    shown = nil
    await finishJobs()
    #expect(flow.counter.alive == 0)
  }
}
