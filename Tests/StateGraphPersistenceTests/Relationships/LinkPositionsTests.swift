import TestSupport
import Testing

@testable import StateGraphPersistence

/// Which positions the links of an ordered relationship get.
@Suite struct LinkPositionsTests {
  /// Applies placements to positions. Returns the positions in the new order, and the writes.
  private func place(
    _ items: [Int?],
    replacing range: Range<Int>,
    in old: [Int64?]
  ) -> (positions: [Int64?], writes: Int) {
    let placements = LinkPositions(count: old.count) { old[$0] }.place(items, replacing: range)
    // The placements are a contiguous part of the new order.
    let concerned = Set(placements.compactMap(\.link)).union(range)
    let low = concerned.min() ?? range.lowerBound
    let high = concerned.max().map { $0 + 1 } ?? range.upperBound
    let new = old[..<low] + placements.map { $0.position } + old[high...]
    let writes = placements.count { placement in
      placement.link.map { old[$0] != placement.position } ?? true
    }
    return (Array(new), writes)
  }

  private func isIncreasing(_ positions: [Int64?]) -> Bool {
    let known = positions.compactMap { $0 }
    return known.count == positions.count && zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
  }

  @Test func `the first links are numbered from 0, and more follow`() {
    #expect(place([nil, nil], replacing: 0..<0, in: []).positions == [0, 1])
    #expect(place([nil], replacing: 2..<2, in: [0, 1]).positions == [0, 1, 2])
    #expect(place([nil], replacing: 0..<0, in: [0, 1]).positions == [-1, 0, 1])
    #expect(place([nil], replacing: 1..<1, in: [0, 10]).positions == [0, 5, 10])
  }

  @Test(arguments: [
    [Int64?.some(.max)], [.max - 1, .max], [nil, nil], [nil, 3], [5, 5], [0, .max], [.min, .max],
    [.min], [.min, .min + 1],
  ])
  func `an insertion always finds positions`(old: [Int64?]) {
    for index in 0...old.count {
      let new = place([nil, nil, nil], replacing: index..<index, in: old).positions
      #expect(new.count == old.count + 3)
      let from = max(0, index - 1)
      #expect(isIncreasing(Array(new[from..<min(new.count, index + 4)])), "\(new)")
    }
  }

  @Test(arguments: TestSeed.seeds(5))
  func `positions stay increasing after any assignment`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var positions: [Int64?] = []
    for _ in 0..<300 {
      let low = Int.random(in: 0...positions.count, using: &random)
      let high = Int.random(in: low...positions.count, using: &random)
      var items: [Int?] = (low..<high).filter { _ in Bool.random(using: &random) }
      if Bool.random(using: &random) { items.shuffle(using: &random) }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        items.insert(nil, at: Int.random(in: 0...items.count, using: &random))
      }
      let new = place(items, replacing: low..<high, in: positions).positions
      #expect(new.count == positions.count - (high - low) + items.count)
      #expect(isIncreasing(new), "seed \(seed)")
      positions = new
    }
  }

  enum Pattern: CaseIterable { case middle, afterLast, beforeLast, first, random }

  @Test(arguments: Pattern.allCases)
  func `many insertions into a dense list move few links`(pattern: Pattern) {
    var random = SeededRandom(seed: 1)
    var positions: [Int64?] = (0..<1_000).map { $0 }
    var (writes, last) = (0, 500)
    let count = 4_000
    for _ in 0..<count {
      switch pattern {
      case .middle: last = positions.count / 2
      case .afterLast: last += 1
      case .beforeLast: break
      case .first: last = 0
      case .random: last = Int.random(in: 0...positions.count, using: &random)
      }
      let placed = place([nil], replacing: last..<last, in: positions)
      positions = placed.positions
      writes += placed.writes
    }
    #expect(isIncreasing(positions))
    // The logarithm of the length for each insertion, which is about 12.
    #expect(writes < count * 12, "\(pattern): \(writes)")
  }

  @Test func `an exchange needs positions that no other link has`() {
    func exchange(_ old: [Int64?], _ first: Int, _ second: Int) -> [Int64]? {
      LinkPositions(count: old.count) { old[$0] }.exchange(first, with: second)?.map(\.position)
    }
    #expect(exchange([1, 2, 3], 2, 0) == [1, 3])
    #expect(exchange([1, 2, 3], 0, 1) == [1, 2])
    #expect(exchange([1, 1, 3], 0, 2) == nil)
    #expect(exchange([1, 3, 3], 0, 2) == nil)
    #expect(exchange([nil, 2], 0, 1) == nil)
  }
}
