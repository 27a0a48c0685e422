import StateGraphPersistence
import TestSupport
import Testing

@Suite struct RowIDMergeTests {
  private let old = RowIDs(0..<1_000)

  /// Returns the result, and how many rows of the new order it needs.
  private func merge(
    _ old: RowIDs,
    _ changed: [Int64: RowIDMerge.Change],
    into new: [Int64]
  ) -> (ids: [Int64], taken: Int) {
    var merge = RowIDMerge(old, changed: changed)
    if let known = merge.resultWithoutReading { return (Array(known), 0) }
    for (count, id) in new.enumerated() {
      if let result = merge.take(id) { return (Array(result), count + 1) }
    }
    return (Array(merge.completeResult), new.count)
  }

  @Test func `an insertion at the top takes two rows`() {
    let new = [5_000] + Array(old)
    let (ids, taken) = merge(old, [5_000: .init(existed: false, exists: true)], into: new)
    #expect(ids == new)
    #expect(taken == 2)
  }

  @Test func `removed rows take none`() {
    let new = old.filter { $0 != 7 && $0 != 990 }
    let gone = RowIDMerge.Change(existed: true, exists: false)
    let (ids, taken) = merge(old, [7: gone, 990: gone], into: Array(new))
    #expect(ids == Array(new))
    #expect(taken == 0)
  }

  @Test func `a moved row takes the rows up to its new place`() {
    var new = Array(old)
    new.insert(new.remove(at: 900), at: 10)
    let (ids, taken) = merge(old, [900: .init(existed: true, exists: true)], into: new)
    #expect(ids == new)
    #expect(taken == 12)
  }

  @Test func `a changed row that the query does not find takes all rows`() {
    let (ids, taken) = merge(
      old,
      [5_000: .init(existed: false, exists: true)],
      into: Array(old)
    )
    #expect(ids == Array(old))
    #expect(taken == 1_000)
  }

  @Test func `a row that the last read has seen already is not doubled`() {
    let (ids, _) = merge(old, [3: .init(existed: false, exists: true)], into: Array(old))
    #expect(ids == Array(old))
  }

  @Test func `an unchanged row that is not where it was takes all rows`() {
    // A later commit has moved row 0 to the end, and its change has not arrived yet.
    let new = [5_000] + Array(old.dropFirst()) + [0]
    var merge = RowIDMerge(old, changed: [5_000: .init(existed: false, exists: true)])
    #expect(merge.take(5_000) == nil)
    #expect(merge.take(900) == nil)
    #expect(new.count == 1_001)
  }

  @Test func `the result equals the new order after random changes`() {
    var random = SeededRandom(seed: TestSeed.current)
    var rows = RowIDs(0..<200)
    for _ in 0..<500 {
      var new = Array(rows)
      var changed: [Int64: RowIDMerge.Change] = [:]
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let id = Int64.random(in: 0..<400, using: &random)
        let place = new.firstIndex(of: id)
        if let place { new.remove(at: place) }
        let exists = Bool.random(using: &random)
        if exists { new.insert(id, at: Int.random(in: 0...new.count, using: &random)) }
        let existed = place != nil || changed[id]?.existed == true
        changed[id] = RowIDMerge.Change(existed: existed, exists: exists)
      }
      let (ids, _) = merge(rows, changed, into: new)
      #expect(ids == new, "seed \(TestSeed.current)")
      rows = RowIDs(new)
    }
  }
}
