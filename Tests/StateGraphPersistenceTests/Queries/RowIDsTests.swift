import TestSupport
import Testing

@testable import StateGraphPersistence

/// The chunks of rowids, which earlier and later values share.
@Suite struct RowIDsTests {
  private let old = RowIDs(0..<100_000)

  /// Returns the rowids after commits, and how many of their chunks are not those of `old`.
  private func merged(
    _ changed: [Int64: RowIDMerge.Change],
    reading new: [Int64] = []
  ) throws -> (ids: RowIDs, newChunks: Int) {
    var merge = RowIDMerge(old, changed: changed)
    var result = merge.resultWithoutReading
    for id in new where result == nil { result = merge.take(id) }
    let ids = try #require(result)
    let known = Set(old.chunks.map { ObjectIdentifier($0) })
    return (ids, ids.chunks.count { !known.contains(ObjectIdentifier($0)) })
  }

  @Test func `an insertion at the top makes at most two chunks`() throws {
    let inserted = RowIDMerge.Change(existed: false, exists: true)
    let (ids, newChunks) = try merged([500_000: inserted], reading: [500_000, 0])
    #expect(newChunks <= 2)
    #expect(ids.elementsEqual([500_000] + (0..<100_000)))
    let steps = try #require(ids.difference(from: old, limit: 0))
    #expect(steps.removals == [])
    #expect(steps.insertions == [0])
  }

  @Test func `a removal makes one chunk`() throws {
    let (ids, newChunks) = try merged([60_000: .init(existed: true, exists: false)])
    #expect(newChunks == 1)
    #expect(ids.elementsEqual((0..<60_000).map(Int64.init) + (60_001..<100_000).map(Int64.init)))
    let steps = try #require(ids.difference(from: old, limit: 0))
    #expect(steps.removals == [60_000])
    #expect(steps.insertions == [])
  }

  @Test func `rows that are far from each other need few comparisons`() throws {
    let gone = RowIDMerge.Change(existed: true, exists: false)
    let (ids, newChunks) = try merged([10: gone, 50_000: gone, 99_999: gone])
    #expect(newChunks == 3)
    let steps = try #require(ids.difference(from: old, limit: 0))
    #expect(steps.removals == [10, 50_000, 99_999])
    #expect(steps.insertions == [])
  }

  @Test func `insertions that are far from each other share the chunks between them`() throws {
    let new: [Int64] = [500_000] + (0..<60_000) + [500_001] + (60_000..<100_000)
    let inserted = RowIDMerge.Change(existed: false, exists: true)
    let (ids, newChunks) = try merged([500_000: inserted, 500_001: inserted], reading: new)
    #expect(newChunks <= 5)
    #expect(ids.elementsEqual(new))
    let steps = try #require(ids.difference(from: old, limit: 0))
    #expect(steps.removals == [])
    #expect(steps.insertions == [0, 60_001])
  }

  @Test func `another order has no difference`() {
    #expect(RowIDs((0..<5_000).reversed()).difference(from: RowIDs(0..<5_000), limit: 2_000) == nil)
  }

  @Test func `many insertions at the top leave few chunks`() throws {
    var ids = RowIDs(0..<3_000)
    for number in 0..<5_000 as Range<Int64> {
      let id = 10_000 + number
      var merge = RowIDMerge(ids, changed: [id: .init(existed: false, exists: true)])
      #expect(merge.take(id) == nil)
      let result = merge.take(ids[0])
      ids = try #require(result)
    }
    #expect(ids.count == 8_000)
    #expect(ids[0] == 14_999)
    #expect(ids.chunks.count <= 2 * 8_000 / 512 + 1)
  }

  @Test func `chunks keep their limits after random changes`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var ids = RowIDs(0..<4_000)
    for _ in 0..<60 {
      let start = Int.random(in: 0..<max(1, ids.count - 1), using: &random)
      let gone = Set(ids[start..<min(ids.count, start + 60)])
      let changed = gone.map { ($0, RowIDMerge.Change(existed: true, exists: false)) }
      let merge = RowIDMerge(ids, changed: Dictionary(uniqueKeysWithValues: changed))
      let expected = Array(ids.filter { !gone.contains($0) })
      let earlier = ids
      ids = try #require(merge.resultWithoutReading)
      try #require(ids.elementsEqual(expected), "seed \(seed)")
      let steps = try #require(ids.difference(from: earlier, limit: 0))
      try #require(steps.removals == Array(start..<(start + gone.count)), "seed \(seed)")
      let sizes = ids.chunks.map(\.count)
      #expect(sizes.allSatisfy { $0 > 0 && $0 <= 1_024 }, "seed \(seed)")
      #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 + $1 > 512 }, "seed \(seed)")
    }
  }

  @Test func `equal rowids in other chunks are the same`() throws {
    var merge = RowIDMerge(old, changed: [0: .init(existed: true, exists: true)])
    #expect(merge.take(0) == nil)
    let result = merge.take(1)
    let ids = try #require(result)
    #expect(ids.isSame(as: old))
    #expect(!ids.isIdentical(to: old))
    #expect(!RowIDs([0, 2, 1]).isSame(as: RowIDs([0, 1, 2])))
    #expect(!RowIDs([0, 1]).isSame(as: RowIDs([0, 1, 2])))
  }

  @Test func `every rowid has its position`() {
    let ids = RowIDs((0..<3_000).reversed())
    #expect(ids.position(of: 2_999) == 0)
    #expect(ids.position(of: 0) == 2_999)
    #expect(ids.position(of: 3_000) == nil)
    #expect(RowIDs([] as [Int64]).position(of: 0) == nil)
  }
}
