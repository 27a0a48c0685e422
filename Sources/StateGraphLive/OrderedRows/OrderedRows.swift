public import StateGraphRows

// `@inlinable` has no effect on a package declaration unless its type is also `@usableFromInline`.
// With both attributes, another module can specialise this code for its elements. Without
// specialisation, iteration takes forty times as long.

/// A sorted list of rows, such as the result of a live query. The rows are divided into chunks of
/// at most 128 rows.
///
/// Copies share their chunks in memory. A change copies only the changed chunk and the array of
/// chunks. Finding a row by its rank or by its values takes O(log N).
@usableFromInline
package struct OrderedRows<Element: Sendable>: Sendable {
  /// One row: a copy of its values, and an element that the owner of the `OrderedRows` stores with
  /// the row.
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
  /// `isPresent` is true for an existing row.
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
  /// The rows, divided into chunks.
  ///
  /// No chunk is empty or longer than `RowChunk.limit`. Two adjacent chunks together have more than
  /// `RowChunk.mergeLimit` rows.
  @usableFromInline var chunks: ContiguousArray<Chunk> = []
  /// One element for each chunk: the number of rows in the chunk and in all chunks before it.
  ///
  /// A binary search in these counts finds the chunk of a row from the row's offset. Inserting a
  /// row changes the counts of all following chunks. For fewer than a million rows, this array is
  /// nevertheless faster than a Fenwick tree.
  @usableFromInline var ends: ContiguousArray<Int> = []

  @inlinable
  package init(_ order: RowOrder) { self.order = order }

  /// Creates a list from sorted rows, with full chunks.
  ///
  /// - Parameter sorted: The rows, already sorted by `order`. Debug builds assert this.
  @inlinable
  package init(_ order: RowOrder, sorted: some Collection<Row>) {
    self.order = order
    append(sorted)
  }

  /// Appends rows that sort after all present rows. Debug builds assert this.
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

  /// Whether the rows are sorted and each sort key (ORDER BY columns and primary key) occurs once.
  ///
  /// Use this property only in assertions, because it compares all rows.
  @usableFromInline
  var isSorted: Bool {
    zip(self, dropFirst()).allSatisfy { order.compare($0.image, with: $1.image) < 0 }
  }

  /// Returns the rank of an image: the number of rows that sort before it.
  ///
  /// `isPresent` is true if the list has a row with the same ORDER BY columns and primary key as
  /// the image.
  @inlinable
  package func rank(of image: RowImage) -> (rank: Int, isPresent: Bool) {
    let position = position(of: image)
    return (rank(at: position), position.isPresent)
  }

  /// Returns the row that has the same ORDER BY columns and primary key as the image.
  ///
  /// Returns nil if there is no such row.
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
      if order.compare(chunk[chunk.count - 1].image, with: image) < 0 {
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
      let order = order.compare(rows[middle].image, with: image)
      if order == 0 { return Position(chunk: chunk, index: middle, isPresent: true) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return Position(chunk: chunk, index: low, isPresent: false)
  }

  /// Returns the chunk of the row at an offset, and the row's index in this chunk.
  ///
  /// If the offset is the number of rows, returns a position after the last chunk.
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
  /// Two adjacent chunks are merged if both together have at most this number of rows.
  ///
  /// The number is half the limit of a chunk. A merged chunk therefore has room for many insertions
  /// before it is split again.
  @inlinable package static var mergeLimit: Int { 64 }
}
