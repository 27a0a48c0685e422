public import StateGraphRows

// `@inlinable` alone does nothing for a package declaration: only where the types are usable from
// inline too is this code specialised for another module's elements. Iterating without that costs
// forty times as much.

/// Rows in an order. A persistent vector with order statistics: a copy shares the chunks, and a
/// change copies the chunk that it touches and the spine, no more.
@usableFromInline
package struct OrderedRows<Element: Sendable>: Sendable {
  /// A row, and what the owner of the rows made of it.
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

  /// Where a row is, or would be.
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
  /// None is empty or longer than `RowChunk.limit`; two neighbours have more than
  /// `RowChunk.mergeLimit` rows together.
  @usableFromInline var chunks: ContiguousArray<Chunk> = []
  /// How many rows lie up to the end of each chunk. Adding one to all that follow a change costs
  /// less than a Fenwick tree does below a million rows, and look-ups are a binary search.
  @usableFromInline var ends: ContiguousArray<Int> = []

  @inlinable
  package init(_ order: RowOrder) { self.order = order }

  /// - Parameter sorted: Rows in this order.
  @inlinable
  package init(_ order: RowOrder, sorted: some Collection<Row>) {
    self.order = order
    append(sorted)
  }

  /// Puts rows behind those that are there.

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
    assert(isSorted, "The rows are not in the order that was given for them.")
  }

  /// For assertions: costs a pass.
  @usableFromInline
  var isSorted: Bool {
    zip(self, dropFirst()).allSatisfy { order.compare($0.image, $1.image) < 0 }
  }

  /// How many rows come before this image's place, and whether a row is there.
  @inlinable
  package func rank(of image: RowImage) -> (rank: Int, isPresent: Bool) {
    let position = position(of: image)
    return (rank(at: position), position.isPresent)
  }

  /// The row that has the image's place, or nil where none has.
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
      // Behind the last row: a place in the last chunk.
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

  /// Where the row at an offset is.
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

/// How long the chunks of ``OrderedRows`` are.
@usableFromInline
package enum RowChunk {
  @inlinable package static var limit: Int { 128 }
  /// Two neighbours that have no more rows than this together become one. Half the limit, so that
  /// what was merged takes many rows to split again.
  @inlinable package static var mergeLimit: Int { 64 }
}
