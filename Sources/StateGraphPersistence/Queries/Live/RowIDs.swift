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

  /// Returns the position of a rowid. Nil if it is not there. The search reads all chunks that may
  /// contain the rowid.
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
