public import StateGraphRows

// `@inlinable` has no effect on a package declaration unless its type is `@usableFromInline` as
// well. Only both together let another module specialise this code for its elements. Unspecialised
// iteration takes forty times as long.

/// Rows in a sort order, stored as a persistent vector with order statistics. Copies share their
/// chunks. A change copies only the changed chunk and the array of chunks.
@usableFromInline
package struct OrderedRows<Element: Sendable>: Sendable {
  /// The image of a row, and an element that the owner of the rows stores with it.
  @usableFromInline
  package struct Row: Sendable {
    @usableFromInline
    package let image: RowImage
    @usableFromInline
    package let element: Element

    @inlinable
    package init(image: RowImage, element: Element) {
      self.image = image
      self.element = element
    }
  }

  @usableFromInline typealias Chunk = ContiguousArray<Row>

  /// The position of an existing row, or the position at which a missing row would be inserted.
  @usableFromInline
  struct Position {
    @usableFromInline var chunk: Int
    @usableFromInline var index: Int
    @usableFromInline var isPresent: Bool

    @inlinable
    init(chunk: Int, index: Int, isPresent: Bool) {
      self.chunk = chunk
      self.index = index
      self.isPresent = isPresent
    }
  }

  @usableFromInline
  package let order: RowOrder
  /// No chunk is empty or longer than `RowChunk.limit`. Two adjacent chunks have more than
  /// `RowChunk.mergeLimit` rows together.
  @usableFromInline var chunks: ContiguousArray<Chunk> = []
  /// For each chunk, the number of rows up to its end. A binary search in these counts finds the
  /// chunk of a rank. Inserting a row changes all following counts, which is faster than a Fenwick
  /// tree for fewer than a million rows.
  @usableFromInline var ends: ContiguousArray<Int> = []

  @inlinable
  package init(_ order: RowOrder) { self.order = order }

  /// - Parameter sorted: The rows, already sorted in this order.
  @inlinable
  package init(_ order: RowOrder, sorted: some Collection<Row>) {
    self.order = order
    append(sorted)
  }

  /// Appends rows that sort after all present rows.
  @inlinable
  package mutating func append(_ sorted: some Collection<Row>) {
    var rest = sorted[...]
    if let last = chunks.indices.last, chunks[last].count < RowChunk.limit, !rest.isEmpty {
      let taken = rest.prefix(RowChunk.limit - chunks[last].count)
      chunks[last].append(contentsOf: taken)
      ends[last] += taken.count
      rest = rest.dropFirst(taken.count)
    }
    while !rest.isEmpty {
      let chunk = Chunk(rest.prefix(RowChunk.limit))
      chunks.append(chunk)
      ends.append(count + chunk.count)
      rest = rest.dropFirst(chunk.count)
    }
    assert(isSorted, "The rows are not sorted by the given order.")
  }

  /// Whether the rows are sorted. Only for assertions, because it compares all rows.
  @usableFromInline
  var isSorted: Bool {
    zip(self, dropFirst()).allSatisfy { order.compare($0.image, $1.image) < 0 }
  }

  /// Returns the number of rows that sort before the image, and whether a row has the image's
  /// position in the order.
  @inlinable
  package func rank(of image: RowImage) -> (rank: Int, isPresent: Bool) {
    let position = position(of: image)
    return (rank(at: position), position.isPresent)
  }

  /// Returns the row at the image's position in the order; nil if there is none.
  @inlinable
  package func row(at image: RowImage) -> Row? {
    let position = position(of: image)
    return position.isPresent ? row(at: position) : nil
  }

  @inlinable
  func rank(at position: Position) -> Int { start(ofChunk: position.chunk) + position.index }

  @inlinable
  func start(ofChunk chunk: Int) -> Int { chunk == 0 ? 0 : ends[chunk - 1] }

  @inlinable
  func position(of image: RowImage) -> Position {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      let chunk = chunks[middle]
      if order.compare(chunk[chunk.count - 1].image, image) < 0 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < chunks.count else {
      // The image sorts after the last row, so its position is the end of the last chunk.
      return Position(
        chunk: Swift.max(0, low - 1),
        index: chunks.last?.count ?? 0,
        isPresent: false
      )
    }
    return position(of: image, inChunk: low)
  }

  @inlinable
  func position(of image: RowImage, inChunk chunk: Int) -> Position {
    let rows = chunks[chunk]
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      let order = order.compare(rows[middle].image, image)
      if order == 0 { return Position(chunk: chunk, index: middle, isPresent: true) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return Position(chunk: chunk, index: low, isPresent: false)
  }

  /// Returns the position of the row at an offset.
  @inlinable
  func position(at offset: Int) -> Position {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return Position(chunk: low, index: offset - start(ofChunk: low), isPresent: low < ends.count)
  }
}

/// The sizes of the chunks of ``OrderedRows``.
@usableFromInline
package enum RowChunk {
  @inlinable package static var limit: Int { 128 }
  /// Two adjacent chunks that together have at most this many rows are merged. This is half the
  /// limit of a chunk, so that a merged chunk takes many insertions before it is split again.
  @inlinable package static var mergeLimit: Int { 64 }
}
