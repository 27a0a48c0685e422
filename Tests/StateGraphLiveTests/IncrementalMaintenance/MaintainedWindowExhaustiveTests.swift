import StateGraphRows
import Testing

@testable import StateGraphLive

/// Every change of every window over at most four rows, compared with a sorted array.
@Suite struct MaintainedWindowExhaustiveTests {
  struct Window: Sendable, CustomStringConvertible {
    let limit: Int?
    let offset: Int
    let slack: Int
    let isDescending: Bool

    var description: String {
      "limit \(limit.map(String.init) ?? "none"), offset \(offset), slack \(slack)"
        + (isDescending ? ", descending" : "")
    }

    func visible(_ matches: [SampleRow]) -> [SampleRow] {
      let rest = matches.ordered(descending: isDescending).dropFirst(offset)
      return Array(limit.map { rest.prefix($0) } ?? rest)
    }

    static let all: [Window] = [nil, 0, 1, 2].flatMap { limit in
      (0...2).flatMap { offset in
        (0...1).map { slack in
          // Both directions occur with each limit, offset and slack.
          Window(
            limit: limit,
            offset: offset,
            slack: slack,
            isDescending: (offset + slack) % 2 == 1
          )
        }
      }
    }
  }

  /// All sets of rows with keys of 1 to `keyCount`, absent or with one of the values.
  static func states(keyCount: Int, values: [Int?]) -> [[SampleRow]] {
    (1...keyCount).reduce([[]]) { states, key in
      states.flatMap { state in
        [state] + values.map { state + [SampleRow(key: key, value: $0)] }
      }
    }
  }

  /// A window over some rows, with the rows that it knows.
  struct Hydrated {
    let window: Window
    let matches: [SampleRow]
    let visible: [SampleRow]
    let live: MaintainedWindow<Int>
    /// The last row that hydration read, if there may be further rows.
    let bound: SampleRow?

    init(_ window: Window, _ matches: [SampleRow]) {
      (self.window, self.matches) = (window, matches)
      let ordered = matches.ordered(descending: window.isDescending)
      visible = window.visible(matches)
      var live = MaintainedWindow<Int>(
        order: SampleRow.order(descending: window.isDescending),
        limit: window.limit,
        offset: window.offset,
        slack: window.slack
      )
      live.hydrate(ordered.prefix(live.hydrationLimit ?? .max).map(\.row))
      self.live = live
      let read = window.limit.map { $0 == 0 ? .max : $0 + window.offset + window.slack } ?? .max
      bound = matches.count >= read ? ordered[read - 1] : nil
    }

    func isKnown(_ row: SampleRow) -> Bool {
      bound.map { !$0.isBefore(row, descending: window.isDescending) } ?? true
    }

    /// Makes one change. Returns the problem, or nil.
    func problem(_ old: SampleRow?, _ new: SampleRow?) -> String? {
      let after = matches.filter { $0.key != old?.key } + (new.map { [$0] } ?? [])
      var live = live
      var asked = 0
      let outcome = live.apply(old: old?.image, new: new?.image) {
        asked += 1
        return new?.key ?? 0
      }
      let getsIn = new.map { isKnown($0) } == true && old.map { isKnown($0) } != true
      guard asked == (getsIn && window.limit != 0 ? 1 : 0) else { return "asked \(asked) times" }

      let needed = window.limit.map { $0 == 0 ? 0 : $0 + window.offset } ?? 0
      let knownCount = after.count { isKnown($0) }
      let isDue = bound != nil && knownCount < needed
      guard (live.refill != nil) == isDue else { return "refill: \(live.refill as Any)" }
      if let refill = live.refill {
        guard refill.after == bound?.image, refill.count == needed + window.slack - knownCount
        else { return "refill: \(refill)" }
        let rest = after.filter { !isKnown($0) }.ordered(descending: window.isDescending)
        live.refill(with: rest.prefix(refill.count).map(\.row))
        guard live.refill == nil else { return "a refill after the refill" }
      }
      let visible = window.visible(after)
      let shown = live.visible.map(SampleRow.init)
      guard shown == visible, live.visible.map(\.element) == visible.map(\.key) else {
        return "\(shown)"
      }
      let isSame = visible.map(\.key) == self.visible.map(\.key)
      // A row that left the known range may turn out to be in its old place.
      let isRight =
        switch outcome {
        case .inconsistent: false
        case .unchanged: visible == self.visible
        case .updated: isSame && visible.contains { $0.key == new?.key }
        case .changed: !isSame || isDue
        }
      return isRight ? nil : "\(outcome)"
    }
  }

  @Test(arguments: Window.all)
  func `a change of one row leaves the same window as a sort`(window: Window) {
    let values: [Int?] = [nil, 0, 1]
    var checked = 0
    for matches in MaintainedWindowExhaustiveTests.states(keyCount: 4, values: values) {
      let hydrated = Hydrated(window, matches)
      #expect(hydrated.live.visible.map(SampleRow.init) == hydrated.visible)
      for key in 1...4 {
        let old = matches.first { $0.key == key }
        for new in [nil] + values.map({ SampleRow(key: key, value: $0, note: 1) }) {
          if let problem = hydrated.problem(old, new) {
            Issue.record("\(matches), \(old as Any) becomes \(new as Any): \(problem)")
            return
          }
          checked += 1
        }
      }
    }
    #expect(checked == 256 * 16)
  }

  @Test(arguments: Window.all)
  func `two changes of one commit may come in either order`(window: Window) {
    let values: [Int?] = [nil, 1]
    for before in MaintainedWindowExhaustiveTests.states(keyCount: 3, values: values) {
      let hydrated = Hydrated(window, before)
      for (first, second) in [(1, 2), (2, 3), (1, 3), (2, 1), (3, 2), (3, 1)] {
        for firstNew in [nil] + values.map({ SampleRow(key: first, value: $0, note: 1) }) {
          for secondNew in [nil] + values.map({ SampleRow(key: second, value: $0, note: 1) }) {
            var live = hydrated.live
            var after = before
            for (key, new) in [(first, firstNew), (second, secondNew)] {
              let old = after.first { $0.key == key }
              let outcome = live.apply(old: old?.image, new: new?.image) { key }
              after = after.filter { $0.key != key } + (new.map { [$0] } ?? [])
              #expect(outcome != .inconsistent)
            }
            if let refill = live.refill {
              let rest = after.filter {
                live.order.compare($0.image, with: refill.after) > 0
              }.ordered(descending: window.isDescending)
              live.refill(with: rest.prefix(refill.count).map(\.row))
            }
            guard live.visible.map(SampleRow.init) == window.visible(after) else {
              Issue.record("\(before) becomes \(after): \(live.visible.map(SampleRow.init))")
              return
            }
          }
        }
      }
    }
  }
}
