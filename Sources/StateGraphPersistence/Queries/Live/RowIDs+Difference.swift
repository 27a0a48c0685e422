extension RowIDs {
  /// Returns the rows in which this value differs from an earlier one: the positions of the removed
  /// rows in `old`, and those of the inserted rows in this value, both in ascending order.
  ///
  /// A row that has moved is removed and inserted. Nil if more than `limit` rows have to be
  /// compared one by one. The chunks that both values share are not compared.
  package func difference(
    from old: RowIDs,
    limit: Int
  ) -> (removals: [Int], insertions: [Int])? {
    var comparison = RowIDComparison(old, self, limit: limit)
    return comparison.run() ? (comparison.removals, comparison.insertions) : nil
  }
}

/// Compares two values of ``RowIDs``.
private struct RowIDComparison {
  private let (old, new): (RowIDs, RowIDs)
  /// How many more rows may be compared one by one.
  private var limit: Int
  private(set) var removals: [Int] = []
  private(set) var insertions: [Int] = []

  init(_ old: RowIDs, _ new: RowIDs, limit: Int) {
    (self.old, self.new, self.limit) = (old, new, limit)
  }

  /// Compares the rows between shared chunks. Returns false if they are too many.
  mutating func run() -> Bool {
    let shorter = min(old.chunks.count, new.chunks.count)
    var start = 0
    while start < shorter, old.chunks[start] === new.chunks[start] { start += 1 }
    var end = 0
    while end < shorter - start,
      old.chunks[old.chunks.count - 1 - end] === new.chunks[new.chunks.count - 1 - end]
    { end += 1 }
    let (oldEnd, newEnd) = (old.chunks.count - end, new.chunks.count - end)
    var places: [ObjectIdentifier: Int] = [:]
    for place in start..<oldEnd { places[ObjectIdentifier(old.chunks[place])] = place }
    var (left, right) = (start, start)
    for place in start..<newEnd {
      guard let known = places[ObjectIdentifier(new.chunks[place])], known >= left else { continue }
      guard compare(left..<known, right..<place) else { return false }
      (left, right) = (known + 1, place + 1)
    }
    return compare(left..<oldEnd, right..<newEnd)
  }

  /// Compares the rows of some chunks, apart from those at the beginning and at the end that are
  /// the same in both.
  private mutating func compare(_ oldChunks: Range<Int>, _ newChunks: Range<Int>) -> Bool {
    guard !oldChunks.isEmpty || !newChunks.isEmpty else { return true }
    let (before, after) = (Self.ids(old, oldChunks), Self.ids(new, newChunks))
    let (oldStart, newStart) = (
      old.start(ofChunk: oldChunks.lowerBound), new.start(ofChunk: newChunks.lowerBound)
    )
    let (start, end) = Self.commonEnds(before, after)
    let (left, right) = (start..<(before.count - end), start..<(after.count - end))
    if left.isEmpty || right.isEmpty {
      removals += left.map { oldStart + $0 }
      insertions += right.map { newStart + $0 }
      return true
    }
    limit -= left.count + right.count
    guard limit >= 0 else { return false }
    for change in after[right].difference(from: before[left]) {
      switch change {
      case .remove(let offset, _, _): removals.append(oldStart + start + offset)
      case .insert(let offset, _, _): insertions.append(newStart + start + offset)
      }
    }
    return true
  }

  private static func ids(_ rows: RowIDs, _ chunks: Range<Int>) -> ContiguousArray<Int64> {
    if chunks.count == 1 { return rows.chunks[chunks.lowerBound].ids }
    var ids: ContiguousArray<Int64> = []
    for chunk in rows.chunks[chunks] { ids.append(contentsOf: chunk.ids) }
    return ids
  }

  /// Returns how many rowids are the same at the beginning, and how many of the others at the end.
  private static func commonEnds(
    _ before: ContiguousArray<Int64>,
    _ after: ContiguousArray<Int64>
  ) -> (start: Int, end: Int) {
    before.withUnsafeBufferPointer { before in
      after.withUnsafeBufferPointer { after in
        let shorter = min(before.count, after.count)
        var start = 0
        while start < shorter, before[start] == after[start] { start += 1 }
        var end = 0
        while end < shorter - start,
          before[before.count - 1 - end] == after[after.count - 1 - end]
        { end += 1 }
        return (start, end)
      }
    }
  }
}
