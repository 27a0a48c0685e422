import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphLive

@Suite struct MaintainedWindowTests {
  private func hydrated(
    _ rows: Range<Int>,
    limit: Int?,
    offset: Int = 0,
    slack: Int? = nil
  ) -> MaintainedWindow<Int> {
    var live = MaintainedWindow<Int>(
      order: SampleRow.order(),
      limit: limit,
      offset: offset,
      slack: slack
    )
    live.hydrate(rows.prefix(live.hydrationLimit ?? .max).map { SampleRow(key: $0, value: $0).row })
    return live
  }

  @Test(arguments: [
    (10, 0, nil, 26), (100, 0, nil, 150), (100, 20, nil, 170), (1, 0, 0, 1), (0, 5, nil, 0),
    (-1, 0, nil, nil), (5, -3, nil, 21), (Int.max, 1, nil, nil), (Int.max, 0, 1, nil),
    (5, 5, Int.max, nil), (nil, 3, nil, nil),
  ])
  func `a hydration reads the window and its slack`(
    limit: Int?,
    offset: Int,
    slack: Int?,
    expected: Int?
  ) {
    let live = MaintainedWindow<Int>(
      order: SampleRow.order(),
      limit: limit,
      offset: offset,
      slack: slack
    )
    #expect(live.hydrationLimit == expected)
    #expect(live.visible.isEmpty)
  }

  @Test func `a window with the limit 0 shows and reads no row`() {
    var live = hydrated(0..<5, limit: 0)
    #expect(live.visible.isEmpty)
    #expect(live.apply(old: nil, new: SampleRow(key: 9, value: 0).image) { 9 } == .unchanged)
    #expect(live.refill == nil)
  }

  @Test func `as many removals as there is slack need no read, and the next one does`() {
    var live = hydrated(0..<100, limit: 10)
    for key in 0..<16 {
      #expect(live.apply(old: SampleRow(key: key, value: key).image, new: nil) { 0 } == .changed)
      #expect(live.refill == nil)
      #expect(live.visible.map(\.element) == Array(key + 1...key + 10))
    }
    _ = live.apply(old: SampleRow(key: 16, value: 16).image, new: nil) { 0 }
    #expect(live.refill?.count == 17)
    #expect(live.refill?.after == SampleRow(key: 25, value: 25).image)
    live.refill(with: (26..<43).map { SampleRow(key: $0, value: $0).row })
    #expect(live.refill == nil)
    #expect(live.visible.map(\.element) == Array(17..<27))
  }

  @Test func `after a refill that reached the end of the rows no other refill is due`() {
    var live = hydrated(0..<3, limit: 2, slack: 0)
    _ = live.apply(old: SampleRow(key: 0, value: 0).image, new: nil) { 0 }
    #expect(live.refill?.count == 1)
    live.refill(with: [])
    #expect(live.refill == nil)
    _ = live.apply(old: SampleRow(key: 1, value: 1).image, new: nil) { 0 }
    #expect(live.refill == nil)
    #expect(live.visible.isEmpty)
    #expect(live.apply(old: nil, new: SampleRow(key: 7, value: 7).image) { 7 } == .changed)
    #expect(live.visible.map(\.element) == [7])
  }

  @Test func `the number of kept rows is bounded`() {
    var live = hydrated(0..<1000, limit: 10)
    for key in 1...1000 {
      _ = live.apply(old: nil, new: SampleRow(key: -key, value: nil).image) { -key }
      #expect(live.rows.count <= 10 + 2 * 16)
    }
    #expect(live.visible.map(\.element) == Array(-1000..<(-990)))
  }

  @Test func `a commit that adds more than the slack and takes it away again needs no read`() {
    var live = hydrated(0..<1000, limit: 10)
    for key in 1...16 { _ = live.apply(old: nil, new: SampleRow(key: -key, value: 0).image) { 0 } }
    for key in 1...16 { _ = live.apply(old: SampleRow(key: -key, value: 0).image, new: nil) { 0 } }
    #expect(live.refill == nil)
    #expect(live.visible.map(\.element) == Array(0..<10))
  }

  @Test func `the removal of a missing row is an inconsistency`() {
    var live = hydrated(0..<5, limit: nil)
    let absent = SampleRow(key: 9, value: 2).image
    let present = SampleRow(key: 2, value: 2).image
    let elsewhere = SampleRow(key: 9, value: 4).image
    var copy = live
    #expect(copy.apply(old: absent, new: nil) { 0 } == .inconsistent)
    copy = live
    #expect(copy.apply(old: nil, new: present) { 0 } == .inconsistent)
    copy = live
    #expect(copy.apply(old: absent, new: absent) { 0 } == .inconsistent)
    copy = live
    #expect(copy.apply(old: absent, new: elsewhere) { 0 } == .inconsistent)
    copy = live
    #expect(copy.apply(old: SampleRow(key: 1, value: 1).image, new: present) { 0 } == .inconsistent)
    #expect(live.apply(old: present, new: nil) { 0 } == .changed)
  }

  @Test func `an error while an element is created leaves the window unchanged`() {
    var live = hydrated(0..<5, limit: 10)
    #expect(throws: TestFailure.self) {
      try live.apply(old: nil, new: SampleRow(key: 9, value: 2).image) { throw TestFailure("no") }
    }
    #expect(live.visible.map(\.element) == Array(0..<5))
  }

  @Test func `the element of a row stays with it`() {
    var live = hydrated(0..<5, limit: 10)
    let moved = SampleRow(key: 1, value: 9).image
    #expect(live.apply(old: SampleRow(key: 1, value: 1).image, new: moved) { -1 } == .changed)
    let updated = SampleRow(key: 1, value: 9, note: 3).image
    #expect(live.apply(old: moved, new: updated) { -1 } == .updated)
    #expect(live.visible.map(\.element) == [0, 2, 3, 4, 1])
    #expect(live.visible.last?.image == updated)
  }

  @Test func `a row that moves past no other is an update`() {
    var live = hydrated(0..<5, limit: 10)
    let moved = SampleRow(key: 4, value: 40).image
    #expect(live.apply(old: SampleRow(key: 4, value: 4).image, new: moved) { -1 } == .updated)
  }

  struct Case: Sendable, CustomStringConvertible {
    let limit: Int?
    let offset: Int
    let slack: Int?
    var description: String { "limit \(limit ?? -1), offset \(offset), slack \(slack ?? -1)" }
  }

  /// Commits of one row or of a hundred, over ten thousand rows.
  @Test(arguments: [
    Case(limit: nil, offset: 0, slack: nil), Case(limit: nil, offset: 50, slack: nil),
    Case(limit: 100, offset: 0, slack: nil), Case(limit: 20, offset: 10, slack: 0),
    Case(limit: 1, offset: 0, slack: 15), Case(limit: 600, offset: 300, slack: 2),
  ])
  func `random commits leave the same window as a sort`(window: Case) {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    func value() -> Int { Int.random(in: 0..<300, using: &random) }
    var sorted = (0..<10_000).map { SampleRow(key: $0, value: value()) }.ordered()
    var model = Dictionary(uniqueKeysWithValues: sorted.map { ($0.key, $0) })
    var live = MaintainedWindow<Int>(
      order: SampleRow.order(),
      limit: window.limit,
      offset: window.offset,
      slack: window.slack
    )
    live.hydrate(sorted.prefix(live.hydrationLimit ?? .max).map(\.row))
    for commit in 0..<60 {
      for _ in 0..<(Bool.random(using: &random) ? 1 : 100) {
        // Mostly a row that is visible.
        let key =
          Int.random(in: 0..<4, using: &random) > 0
          ? sorted[Int.random(in: 0..<min(1200, sorted.count), using: &random)].key
          : Int.random(in: 0..<11_000, using: &random)
        let old = model[key]
        var new: SampleRow?
        if Int.random(in: 0..<3, using: &random) > 0 {
          let isUpdate = Bool.random(using: &random)
          new = SampleRow(key: key, value: isUpdate ? old?.value : value(), note: commit)
        }
        model[key] = new
        if let old { sorted.remove(at: sorted.rank(of: old)) }
        if let new { sorted.insert(new, at: sorted.rank(of: new)) }
        let outcome = live.apply(old: old?.image, new: new?.image) { key }
        #expect(outcome != .inconsistent, "seed \(seed), commit \(commit)")
      }
      if let refill = live.refill {
        #expect(window.limit != nil)
        let rest = sorted.drop { live.order.compare($0.image, with: refill.after) <= 0 }
        live.refill(with: rest.prefix(refill.count).map(\.row))
        #expect(live.refill == nil)
      }
      let expected = sorted.dropFirst(window.offset).prefix(window.limit ?? .max)
      guard live.visible.map(SampleRow.init) == Array(expected) else {
        Issue.record("seed \(seed), commit \(commit)")
        return
      }
    }
  }
}
