extension OrderedRows: RandomAccessCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { ends.last ?? 0 }
  @inlinable package var count: Int { endIndex }

  @inlinable
  package subscript(offset: Int) -> Row {
    let position = position(at: offset)
    return chunks[position.chunk][position.index]
  }

  /// Iterates over the rows chunk by chunk.
  ///
  /// The subscript is slower, because it searches for the chunk of every row.
  @usableFromInline
  package struct Iterator: IteratorProtocol {
    @usableFromInline let chunks: ContiguousArray<Chunk>
    @usableFromInline var chunk: Int
    @usableFromInline var index: Int
    @usableFromInline var rest: Int

    @inlinable
    init(_ rows: OrderedRows, range: Range<Int>) {
      let start = rows.position(at: range.lowerBound)
      chunks = rows.chunks
      (chunk, index, rest) = (start.chunk, start.index, range.count)
    }

    @inlinable
    package mutating func next() -> Row? {
      guard rest > 0 else { return nil }
      rest -= 1
      if index == chunks[chunk].count { (chunk, index) = (chunk + 1, 0) }
      defer { index += 1 }
      return chunks[chunk][index]
    }
  }

  @inlinable
  package func makeIterator() -> Iterator { Iterator(self, range: 0..<count) }
}
