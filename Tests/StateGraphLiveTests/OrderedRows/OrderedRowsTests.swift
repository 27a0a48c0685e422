import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphLive

@Suite struct OrderedRowsTests {
  private func rows(_ count: Int, step: Int = 1) -> OrderedRows<Int> {
    OrderedRows(
      SampleRow.order(),
      sorted: (0..<count).map { SampleRow(key: $0, value: $0 * step).row }
    )
  }

  @Test func `rows are found by offset and by image`() {
    let rows = rows(1000, step: 2)
    #expect(rows.count == 1000)
    #expect(rows.chunks.count == (1000 + RowChunk.limit - 1) / RowChunk.limit)
    for offset in [0, 1, 255, 256, 511, 512, 767, 999] {
      #expect(SampleRow(rows[offset]) == SampleRow(key: offset, value: offset * 2))
      #expect(rows.rank(of: SampleRow(key: offset, value: offset * 2).image) == (offset, true))
      // Between two rows.
      let between = SampleRow(key: 0, value: offset * 2 + 1).image
      #expect(rows.rank(of: between) == (offset + 1, false))
    }
    #expect(rows.rank(of: SampleRow(key: 0, value: nil).image) == (0, false))
  }

  @Test func `every operation works without rows`() {
    var rows = OrderedRows<Int>(SampleRow.order())
    #expect(rows.isEmpty)
    #expect(Array(rows).isEmpty)
    #expect(rows.rank(of: SampleRow(key: 1, value: 1).image) == (0, false))
    #expect(rows.remove(SampleRow(key: 1, value: 1).image) == nil)
    #expect(rows.replace(SampleRow(key: 1, value: 1).row) == nil)
    rows.keepFirst(0)
    #expect(rows.insert(SampleRow(key: 1, value: 1).row) == 0)
    #expect(rows.remove(SampleRow(key: 1, value: 1).image)?.rank == 0)
    #expect(rows.chunks.isEmpty)
    #expect(RowSlice(rows).isEmpty)
  }

  @Test func `inserting a present row and replacing a missing row change nothing`() {
    var rows = rows(300)
    #expect(rows.insert(SampleRow(key: 7, value: 7, note: 1).row) == nil)
    #expect(SampleRow(rows[7]).note == 0)
    #expect(rows.replace(SampleRow(key: 7, value: 7, note: 1).row) == 7)
    #expect(SampleRow(rows[7]).note == 1)
    #expect(rows.replace(SampleRow(key: 7, value: 8, note: 1).row) == nil)
    #expect(rows.remove(SampleRow(key: 7, value: 8).image) == nil)
    #expect(rows.count == 300)
  }

  @Test func `rows that come in order leave full chunks behind, from either end`() {
    var ascending = OrderedRows<Int>(SampleRow.order())
    var descending = OrderedRows<Int>(SampleRow.order())
    for key in 0..<2000 {
      #expect(ascending.insert(SampleRow(key: key, value: key).row) == key)
      #expect(descending.insert(SampleRow(key: -key, value: nil).row) == 0)
    }
    #expect(ascending.chunks.map(\.count).dropLast().allSatisfy { $0 == RowChunk.limit })
    #expect(descending.chunks.map(\.count).dropFirst().allSatisfy { $0 == RowChunk.limit })
    #expect(ascending.imbalance == nil)
    #expect(descending.imbalance == nil)
  }

  @Test func `a change copies one chunk and leaves the other chunks shared`() {
    let rows = rows(100 * RowChunk.limit)
    let before = rows.chunkAddresses
    #expect(before.count == 100)
    var changed = rows
    changed.remove(SampleRow(key: 500, value: 500).image)
    #expect(changed.chunkAddresses.subtracting(before).count == 1)
    changed = rows
    changed.replace(SampleRow(key: 500, value: 500, note: 1).row)
    #expect(changed.chunkAddresses.subtracting(before).count == 1)
    changed = rows
    // The chunks are full, so the insertion splits one.
    changed.insert(SampleRow(key: -1, value: 500).row)
    #expect(changed.chunkAddresses.subtracting(before).count == 2)
    changed = rows
    changed.keepFirst(500)
    #expect(changed.chunkAddresses.subtracting(before).count == 1)
    #expect(rows.chunkAddresses == before)
    #expect(rows.count == 100 * RowChunk.limit)
  }

  @Test func `a slice stays as it was when the rows change`() {
    var rows = rows(1000)
    let slice = RowSlice(rows, range: 250..<260)
    let expected = (250..<260).map { SampleRow(key: $0, value: $0) }
    for key in 240..<270 { rows.remove(SampleRow(key: key, value: key).image) }
    rows.insert(SampleRow(key: -1, value: 255).row)
    #expect(slice.map(SampleRow.init) == expected)
    #expect(slice.indices.map { SampleRow(slice[$0]) } == expected)
    #expect(slice.reversed().map(SampleRow.init) == expected.reversed())
    #expect(RowSlice(rows, range: 900..<2000).count == rows.count - 900)
    #expect(RowSlice(rows, range: 2000..<3000).isEmpty)
  }

  @Test(arguments: [0, 1, 128, 255, 256, 257, 300, 384, 512, 513, 999, 1000, 1001])
  func `the first rows are kept`(kept: Int) {
    var rows = rows(1000)
    rows.keepFirst(kept)
    #expect(rows.map(\.element) == Array(0..<min(kept, 1000)))
    #expect(rows.imbalance == nil)
    rows.append((2000..<2300).map { SampleRow(key: $0, value: $0).row })
    #expect(rows.map(\.element) == Array(0..<min(kept, 1000)) + Array(2000..<2300))
    #expect(rows.imbalance == nil)
  }

  /// Compares with a plain sorted array, which is a hundred times slower.
  @Test func `random changes of ten thousand rows leave the same rows as in a sorted array`() {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    var model = (0..<10_000).map {
      SampleRow(key: $0, value: Int.random(in: 0..<500, using: &random))
    }.ordered()
    var rows = OrderedRows(SampleRow.order(), sorted: model.map(\.row))
    for step in 0..<20_000 {
      // First more rows are removed than inserted, then the other way round.
      let isInsertion = Int.random(in: 0..<10, using: &random) < (step < 12_000 ? 2 : 8)
      let row = SampleRow(
        key: 10_000 + step,
        value: Int.random(in: -1..<500, using: &random)
      )
      let offset = Int.random(in: 0..<max(1, model.count), using: &random)
      if isInsertion {
        let rank = model.rank(of: row)
        model.insert(row, at: rank)
        #expect(rows.insert(row.row) == rank, "seed \(seed), step \(step)")
      } else if !model.isEmpty {
        let removed = model.remove(at: offset)
        let (rank, row) = rows.remove(removed.image) ?? (-1, removed.row)
        #expect(rank == offset && row.element == removed.key, "seed \(seed), step \(step)")
      }
      if step % 1000 == 0 {
        #expect(rows.map(SampleRow.init) == model, "seed \(seed), step \(step)")
        #expect(rows.imbalance == nil, "seed \(seed), step \(step)")
      }
    }
    #expect(rows.map(SampleRow.init) == model, "seed \(seed)")
    #expect(rows.indices.map { rows[$0].element } == model.map(\.key), "seed \(seed)")
  }
}
