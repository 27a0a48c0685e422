/// Makes ``RowIDs`` from single rowids and from chunks of earlier values, from the first row to the
/// last.
///
/// No chunk is longer than `RowIDChunk.limit`, and two adjacent chunks together are longer than
/// `RowIDChunk.mergeLimit`. The number of chunks therefore stays in proportion to that of the rows.
struct RowIDAppender {
  private var chunks: ContiguousArray<RowIDChunk> = []
  private var ends: ContiguousArray<Int> = []
  /// The rowids after those of `chunks`. They are fewer than `RowIDChunk.limit`.
  private var rest: ContiguousArray<Int64> = []

  /// The value with all rowids so far.
  var rowIDs: RowIDs {
    var copy = self
    copy.close()
    return RowIDs(chunks: copy.chunks, ends: copy.ends)
  }

  mutating func append(_ id: Int64) {
    rest.append(id)
    if rest.count == RowIDChunk.limit { close() }
  }

  mutating func append(_ ids: ContiguousArray<Int64>.SubSequence) {
    var ids = ids
    while !ids.isEmpty {
      let taken = ids.prefix(RowIDChunk.limit - rest.count)
      rest.append(contentsOf: taken)
      ids = ids.dropFirst(taken.count)
      if rest.count == RowIDChunk.limit { close() }
    }
  }

  /// Appends the rowids of a chunk. Shares the chunk if it does not belong to a small neighbour.
  mutating func append(_ chunk: RowIDChunk) {
    let before = rest.isEmpty ? chunks.last?.count ?? RowIDChunk.limit : rest.count
    if before + chunk.count <= RowIDChunk.mergeLimit {
      append(chunk.ids[...])
    } else {
      close()
      push(chunk)
    }
  }

  /// Makes a chunk of `rest`, or joins it to the last chunk.
  private mutating func close() {
    guard !rest.isEmpty else { return }
    if let last = chunks.last, last.count + rest.count <= RowIDChunk.mergeLimit {
      chunks.removeLast()
      ends.removeLast()
      rest = last.ids + rest
    }
    push(RowIDChunk(rest))
    rest = []
  }

  private mutating func push(_ chunk: RowIDChunk) {
    chunks.append(chunk)
    ends.append((ends.last ?? 0) + chunk.count)
  }
}
