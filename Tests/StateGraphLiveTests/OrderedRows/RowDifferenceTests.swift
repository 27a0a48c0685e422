import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphLive

@Suite struct RowDifferenceTests {
  private func slice(_ rows: [SampleRow]) -> RowSlice<Int> {
    RowSlice(OrderedRows(SampleRow.order(), sorted: rows.ordered().map(\.row)))
  }

  private func steps(_ old: RowSlice<Int>, _ new: RowSlice<Int>) throws -> RowSteps<Int> {
    guard case .steps(let steps) = RowDifference(from: old, to: new) else {
      throw TestFailure("reset")
    }
    return steps
  }

  /// A problem of the steps, or nil.
  private func problem(_ old: [SampleRow], _ new: [SampleRow], _ steps: RowSteps<Int>) -> String? {
    guard steps.removals == steps.removals.sorted(by: >),
      steps.insertions.map(\.offset) == steps.insertions.map(\.offset).sorted(),
      steps.moves.map(\.to) == steps.moves.map(\.to).sorted(),
      steps.updates.map(\.offset) == steps.updates.map(\.offset).sorted()
    else { return "the order of the steps" }
    var rows = old
    for offset in (steps.removals + steps.moves.map(\.from)).sorted(by: >) {
      rows.remove(at: offset)
    }
    let arrivals =
      steps.insertions.map { ($0.offset, $0.row) } + steps.moves.map { ($0.to, $0.row) }
    for (offset, row) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      guard offset <= rows.count else { return "an insertion at \(offset) of \(rows.count)" }
      rows.insert(SampleRow(row), at: offset)
    }
    for update in steps.updates {
      guard rows[update.offset].key == SampleRow(update.row).key else { return "an update" }
      rows[update.offset] = SampleRow(update.row)
    }
    guard rows == new else { return "\(old) becomes \(rows) instead of \(new)" }
    // The steps contain nothing but the differences.
    let (oldKeys, newKeys) = (Set(old.map(\.key)), Set(new.map(\.key)))
    let changedKeys = Set(Set(new).subtracting(old).map(\.key)).intersection(oldKeys)
    let touched = steps.moves.map { SampleRow($0.row).key } + steps.updates.map(\.row.element)
    guard Set(steps.removals.map { old[$0].key }) == oldKeys.subtracting(newKeys),
      Set(steps.insertions.map(\.row.element)) == newKeys.subtracting(oldKeys),
      touched.count == changedKeys.count, Set(touched) == changedKeys
    else { return "steps for rows that did not change" }
    return nil
  }

  @Test func `each kind of change is its kind of step`() throws {
    let old = (0..<6).map { SampleRow(key: $0, value: $0 * 10) }
    let new = [
      SampleRow(key: 0, value: 0), SampleRow(key: 7, value: 5), SampleRow(key: 2, value: 21),
      SampleRow(key: 4, value: 25), SampleRow(key: 3, value: 30, note: 1),
      SampleRow(key: 5, value: 50),
    ]
    let steps = try steps(slice(old), slice(new))
    #expect(steps.removals == [1])
    #expect(steps.insertions.map(\.offset) == [1])
    #expect(steps.moves.map(\.from) == [4])
    #expect(steps.moves.map(\.to) == [3])
    // One row keeps its place in the order. The other one changes its value without passing a row.
    #expect(steps.updates.map(\.offset) == [2, 4])
    #expect(problem(old, new, steps) == nil)
  }

  @Test func `two neighbours that change places are one move`() throws {
    let old = [SampleRow(key: 1, value: 1), SampleRow(key: 2, value: 2)]
    let new = [SampleRow(key: 2, value: 3), SampleRow(key: 1, value: 4)]
    let steps = try steps(slice(old), slice(new))
    #expect(steps.moves.count == 1)
    #expect(steps.updates.count == 1)
    #expect(problem(old, new, steps) == nil)
  }

  @Test func `every pair of states of three rows has its steps`() throws {
    let states = MaintainedWindowExhaustiveTests.states(keyCount: 3, values: [nil, 0, 1, 2]).map {
      $0.ordered()
    }
    for old in states {
      let oldSlice = slice(old)
      for new in states {
        let problem = try problem(old, new, steps(oldSlice, slice(new)))
        guard problem == nil else {
          Issue.record("\(old) becomes \(new): \(problem ?? "")")
          return
        }
      }
    }
  }

  @Test func `rows that were read again without having changed are no steps`() throws {
    let rows = (0..<2000).map { SampleRow(key: $0, value: $0 / 3) }
    #expect(try steps(slice(rows), slice(rows)).isEmpty)
  }

  @Test func `a comparison does not examine shared chunks`() throws {
    let limit = RowChunk.limit
    let rows = (0..<100 * limit).map { SampleRow(key: $0, value: $0).row }
    let old = OrderedRows(SampleRow.order(), sorted: rows)
    func examined(_ change: (inout OrderedRows<Int>) -> Void) -> Int {
      var new = old
      change(&new)
      var comparison = RowComparison(from: RowSlice(old), to: RowSlice(new))
      #expect(comparison.run(limit: 50 * limit) == true)
      return comparison.examined
    }
    #expect(examined { _ in } == 0)
    #expect(examined { $0.replace(SampleRow(key: 9, value: 9, note: 1).row) } == limit)
    #expect(examined { $0.remove(SampleRow(key: 9, value: 9).image) } == limit)
    // The insertion splits a chunk.
    #expect(examined { $0.insert(SampleRow(key: -1, value: 9).row) } == limit + 1)
    #expect(examined { $0.insert(SampleRow(key: -1, value: nil).row) } == 1)
    #expect(examined { $0.insert(SampleRow(key: 1, value: 99_999).row) } == 1)
    // A whole chunk is removed, and the chunks after it are found again.
    let whole = examined { rows in
      for key in 2 * limit..<3 * limit { rows.remove(SampleRow(key: key, value: key).image) }
    }
    #expect(whole == limit)
    let moved = examined { rows in
      rows.remove(SampleRow(key: 9, value: 9).image)
      rows.insert(SampleRow(key: 9, value: 90 * limit).row)
    }
    #expect(moved == 2 * limit + 1)
  }

  @Test func `a window that moves by one row compares only its ends`() throws {
    let rows = OrderedRows(
      SampleRow.order(),
      sorted: (0..<25_600).map { SampleRow(key: $0, value: $0).row }
    )
    var new = rows
    new.remove(SampleRow(key: 3, value: 3).image)
    let (oldSlice, newSlice) = (
      RowSlice(rows, range: 1000..<9000), RowSlice(new, range: 1000..<9000)
    )
    var comparison = RowComparison(from: oldSlice, to: newSlice)
    #expect(comparison.run(limit: 100) == true)
    #expect(comparison.examined == 2)
    let steps = try steps(oldSlice, newSlice)
    #expect(steps.removals == [0])
    #expect(steps.insertions.map(\.offset) == [7999])
    #expect(steps.count == 2)
  }

  @Test func `a difference of more than half of the rows is a reset`() {
    let old = slice((0..<1000).map { SampleRow(key: $0, value: $0) })
    func isReset(changing count: Int) -> Bool {
      let new = (0..<1000).map { SampleRow(key: $0, value: $0, note: $0 < count ? 1 : 0) }
      if case .reset = RowDifference(from: old, to: slice(new)) { return true }
      return false
    }
    #expect(!isReset(changing: 500))
    #expect(isReset(changing: 501))
    var comparison = RowComparison(from: old, to: slice([]))
    #expect(comparison.run(limit: 500) == false)
    #expect(comparison.examined == 0)
    let others = slice((5000..<6000).map { SampleRow(key: $0, value: $0) })
    comparison = RowComparison(from: old, to: others)
    #expect(comparison.run(limit: 500) == false)
    #expect(comparison.examined <= 1003)
  }

  @Test func `rows in another order are a reset`() {
    let rows = (0..<3).map { SampleRow(key: $0, value: $0) }
    let descending = OrderedRows(
      SampleRow.order(descending: true),
      sorted: rows.ordered(descending: true).map(\.row)
    )
    guard case .reset = RowDifference(from: slice(rows), to: RowSlice(descending)) else {
      Issue.record("not a reset")
      return
    }
  }

  /// The rows are those that a live query keeps: the snapshots share chunks as they do in use.
  @Test(arguments: [(limit: nil, offset: 0), (limit: 700, offset: 300), (limit: 20, offset: 0)])
  func `random commits leave steps that lead from one to the next`(
    limit: Int?,
    offset: Int
  ) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var sorted = (0..<3000).map {
      SampleRow(key: $0, value: Int.random(in: 0..<300, using: &random))
    }.ordered()
    var live = MaintainedWindow<Int>(
      order: SampleRow.order(),
      limit: limit,
      offset: offset,
      slack: 2000
    )
    live.hydrate(sorted.prefix(live.hydrationLimit ?? .max).map(\.row))
    for commit in 0..<80 {
      let before = live.visible
      for _ in 0..<[1, 3, 9, 30].randomElement(using: &random)! {
        let old = sorted[Int.random(in: 0..<min(1000, sorted.count), using: &random)]
        let new = SampleRow(
          key: Int.random(in: 0..<9, using: &random) == 0 ? 9000 + commit : old.key,
          value: Bool.random(using: &random) ? old.value : Int.random(in: 0..<300, using: &random),
          note: commit + 1
        )
        guard new.key == old.key || !sorted.contains(where: { $0.key == new.key }) else { continue }
        sorted.remove(at: sorted.rank(of: old))
        sorted.insert(new, at: sorted.rank(of: new))
        if new.key == old.key {
          _ = live.apply(old: old.image, new: new.image) { new.key }
        } else {
          _ = live.apply(old: old.image, new: nil) { 0 }
          _ = live.apply(old: nil, new: new.image) { new.key }
        }
      }
      let (old, new) = (before.map(SampleRow.init), live.visible.map(SampleRow.init))
      switch RowDifference(from: before, to: live.visible) {
      case .reset: #expect(limit == 20, "seed \(seed), commit \(commit)")
      case .steps(let steps):
        let problem = problem(old, new, steps)
        #expect(problem == nil, "seed \(seed), commit \(commit)")
      }
    }
  }
}
