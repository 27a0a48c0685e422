/// The rowids of a query's rows as of one read, in the order of the query.
///
/// The rowids are divided into chunks. The rowids of a later read share the chunks that are the
/// same. To make them from earlier ones, and to compare both, therefore takes a step for each chunk
/// instead of each row: after an insertion at the top of a million rows, some thousand steps.
package struct RowIDs: Sendable {
  /// The chunks in their order. ``RowIDAppender`` determines their sizes.
  private(set) var chunks: ContiguousArray<RowIDChunk> = []
  /// One element for each chunk: the number of rowids in the chunk and in all chunks before it.
  private(set) var ends: ContiguousArray<Int> = []

  package init() {}

  /// Creates a value that shares its memory with no other value.
  package init(_ ids: some Sequence<Int64>) {
    var appender = RowIDAppender()
    for id in ids { appender.append(id) }
    self = appender.rowIDs
  }

  init(chunks: ContiguousArray<RowIDChunk>, ends: ContiguousArray<Int>) {
    (self.chunks, self.ends) = (chunks, ends)
  }

  func start(ofChunk chunk: Int) -> Int { chunk == 0 ? 0 : ends[chunk - 1] }

  /// Returns the chunk of a position, and the index in it. For ``count``, returns the place after
  /// the last chunk.
  func place(of position: Int) -> (chunk: Int, index: Int) {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return (low, position - start(ofChunk: low))
  }

  /// Returns the position of a rowid, or nil if it is not there. The search reads all chunks that
  /// may contain the rowid.
  package func position(of id: Int64) -> Int? {
    for (number, chunk) in chunks.enumerated() {
      if let index = chunk.index(of: id) { return start(ofChunk: number) + index }
    }
    return nil
  }
}

extension RowIDs: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.last ?? 0 }

  package subscript(position: Int) -> Int64 {
    let (chunk, index) = place(of: position)
    return chunks[chunk].ids[index]
  }
}

// MARK: - Comparison

extension RowIDs {
  /// Whether both values are copies of one value.
  package func isIdentical(to other: RowIDs) -> Bool {
    chunks.withUnsafeBufferPointer { mine in
      other.chunks.withUnsafeBufferPointer { theirs in
        mine.baseAddress == theirs.baseAddress && mine.count == theirs.count
      }
    }
  }

  /// Whether both have the same rowids in the same order. Compares no shared chunks that are at the
  /// same position.
  package func isSame(as other: RowIDs) -> Bool {
    guard count == other.count else { return false }
    var (mine, theirs) = ((chunk: 0, index: 0), (chunk: 0, index: 0))
    while mine.chunk < chunks.count {
      let (left, right) = (chunks[mine.chunk], other.chunks[theirs.chunk])
      let length = Swift.min(left.count - mine.index, right.count - theirs.index)
      let isShared = left === right && mine.index == theirs.index
      guard
        isShared
          || left.ids[mine.index..<(mine.index + length)]
            == right.ids[theirs.index..<(theirs.index + length)]
      else { return false }
      mine.index += length
      theirs.index += length
      if mine.index == left.count { mine = (mine.chunk + 1, 0) }
      if theirs.index == right.count { theirs = (theirs.chunk + 1, 0) }
    }
    return true
  }
}

/// Consecutive rowids of ``RowIDs``. A chunk never changes, so that several values share it.
package final class RowIDChunk: Sendable {
  /// The largest number of rowids in a chunk.
  static var limit: Int { 1_024 }
  /// Two adjacent chunks together have more rowids than this number. Half the limit leaves room for
  /// insertions before a chunk is divided.
  static var mergeLimit: Int { 512 }

  let ids: ContiguousArray<Int64>
  /// The smallest and the greatest rowid. A search skips a chunk that cannot contain its rowid.
  private let bounds: ClosedRange<Int64>

  var count: Int { ids.count }

  /// Creates a chunk. It must contain at least one rowid.
  init(_ ids: ContiguousArray<Int64>) {
    self.ids = ids
    bounds = ids.withUnsafeBufferPointer { ids in
      var (least, greatest) = (ids[0], ids[0])
      for id in ids {
        if id < least { least = id }
        if id > greatest { greatest = id }
      }
      return least...greatest
    }
  }

  /// Returns the index of a rowid from an index on, or nil if there is none.
  func index(of id: Int64, from start: Int = 0) -> Int? {
    guard bounds.contains(id) else { return nil }
    return ids.withUnsafeBufferPointer { ids in
      var index = start
      while index < ids.count {
        if ids[index] == id { return index }
        index += 1
      }
      return nil
    }
  }
}

extension RowIDs {
  /// Returns the rows in which this value differs from an earlier one: the positions of the removed
  /// rows in `old`, and those of the inserted rows in this value, both in ascending order.
  ///
  /// A row that has moved is removed and inserted, or nil if more than `limit` rows have to be
  /// compared one by one. The chunks that both values share are not compared.
  package func difference(
    from old: RowIDs,
    limit: Int
  ) -> (removals: [Int], insertions: [Int])? {
    var comparison = RowIDComparison(from: old, to: self, limit: limit)
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

  init(from old: RowIDs, to new: RowIDs, limit: Int) {
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
      guard compare(left..<known, with: right..<place) else { return false }
      (left, right) = (known + 1, place + 1)
    }
    return compare(left..<oldEnd, with: right..<newEnd)
  }

  /// Compares the rows of some chunks, apart from those at the beginning and at the end that are
  /// the same in both.
  private mutating func compare(_ oldChunks: Range<Int>, with newChunks: Range<Int>) -> Bool {
    guard !oldChunks.isEmpty || !newChunks.isEmpty else { return true }
    let (before, after) = (Self.ids(old, in: oldChunks), Self.ids(new, in: newChunks))
    let (oldStart, newStart) = (
      old.start(ofChunk: oldChunks.lowerBound), new.start(ofChunk: newChunks.lowerBound)
    )
    let (start, end) = Self.commonEnds(before, and: after)
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

  private static func ids(_ rows: RowIDs, in chunks: Range<Int>) -> ContiguousArray<Int64> {
    if chunks.count == 1 { return rows.chunks[chunks.lowerBound].ids }
    var ids: ContiguousArray<Int64> = []
    for chunk in rows.chunks[chunks] { ids.append(contentsOf: chunk.ids) }
    return ids
  }

  /// Returns how many rowids are the same at the beginning, and how many of the others at the end.
  private static func commonEnds(
    _ before: ContiguousArray<Int64>,
    and after: ContiguousArray<Int64>
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
