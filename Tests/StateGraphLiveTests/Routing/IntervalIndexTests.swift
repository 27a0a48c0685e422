import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphLive

@Suite struct IntervalIndexTests {
  private static let ends: [SQLiteValue?] =
    [nil, .real(1.5), .text("a"), .text("B"), .blob([1])] + (0..<5).map { .integer($0) }

  private func bounds(_ random: inout SeededRandom) -> ColumnBounds {
    ColumnBounds(
      from: IntervalIndexTests.ends.randomElement(using: &random) ?? nil,
      includesLower: Bool.random(using: &random),
      to: IntervalIndexTests.ends.randomElement(using: &random) ?? nil,
      includesUpper: Bool.random(using: &random)
    )
  }

  /// The same answer by comparisons alone.
  private func contains(
    _ bounds: ColumnBounds,
    _ value: SQLiteValue,
    _ collation: Collation
  ) -> Bool {
    let lower = bounds.lower.map { value.compare(to: $0.image[0], collation) } ?? 1
    let upper = bounds.upper.map { value.compare(to: $0.image[0], collation) } ?? -1
    return (lower > 0 || lower == 0 && bounds.includesLower)
      && (upper < 0 || upper == 0 && bounds.includesUpper)
  }

  @Test(arguments: [Collation.binary, .noCase], [40, 150, 700])
  func `a value finds its intervals while intervals are inserted and removed`(
    collation: Collation,
    size: Int
  ) throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var index = IntervalIndex(collation)
    var live: [(slot: Int, bounds: ColumnBounds)] = []
    for step in 0..<(3 * size) {
      // First more bounds are inserted than removed, then the other way round. Some are inserted
      // twice, or again.
      let isGrowing = Int.random(in: 0..<4, using: &random) == 0 ? step > size : step < size
      if isGrowing || live.isEmpty {
        let again =
          Int.random(in: 0..<8, using: &random) == 0 ? live.randomElement(using: &random) : nil
        let made = again ?? (Int.random(in: 0..<size, using: &random), bounds(&random))
        live.append(made)
        index.insert(made.slot, bounds: made.bounds)
      } else {
        let place = Int.random(in: live.indices, using: &random)
        let gone = live.remove(at: place)
        index.remove(gone.slot, bounds: gone.bounds)
        if step % 5 == 0 {
          index.insert(gone.slot, bounds: gone.bounds)
          live.append(gone)
        }
      }
      guard step % 4 == 0 else { continue }
      for case let value? in IntervalIndexTests.ends + [.text("A"), .real(-1), .integer(9)] {
        var found: Set<Int> = []
        _ = value.withCell { index.forEach(around: $0) { found.insert($0) } }
        let expected = Set(live.filter { contains($0.bounds, value, collation) }.map(\.slot))
        try #require(found == expected, "seed \(seed), step \(step), \(value)")
      }
      var all: Set<Int> = []
      index.forEach { all.insert($0) }
      try #require(all == Set(live.map(\.slot)), "seed \(seed), step \(step)")
    }
    #expect(SQLiteValue.null.withCell { index.forEach(around: $0) { _ in } } == 0)
    for (slot, bounds) in live { index.remove(slot, bounds: bounds) }
    #expect(index.isEmpty, "seed \(seed)")
  }
}
