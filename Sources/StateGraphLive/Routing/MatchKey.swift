import StateGraphRows

/// A dictionary key for the column values that a live query compares for equality.
///
/// The key refers to a copy of these values, or to a copy of a complete row. Looking up a complete
/// row therefore copies no values.
struct MatchKey {
  /// The indexes and collations of the compared columns.
  ///
  /// Each index is the position of a column in the copy of a complete row.
  final class Layout: Sendable {
    let indexes: [Int]
    let collations: [Collation]

    init(_ indexes: [Int], in table: TableSchema) {
      self.indexes = indexes
      collations = indexes.map { table.columns[$0].collation }
    }
  }

  private let image: RowImage
  private let layout: Layout
  private let isRow: Bool

  /// Creates the key under which the router stores a live query.
  ///
  /// - Parameter values: The compared values, converted as SQLite converts them for the comparison.
  init(of values: [SQLiteValue], _ layout: Layout) {
    image = RowImage(values)
    self.layout = layout
    isRow = false
  }

  /// Creates the key for looking up a changed row, from a copy of the complete row.
  init(in image: RowImage, _ layout: Layout) {
    self.image = image
    self.layout = layout
    isRow = true
  }

  @inline(__always)
  private func cell(_ index: Int) -> RowCell {
    image.cell(at: isRow ? layout.indexes[index] : index)
  }

  /// Whether one of the compared columns is NULL.
  ///
  /// No live query matches the row in this case, because no comparison with NULL is true.
  var hasNull: Bool {
    layout.indexes.indices.contains {
      image.storageClass(at: isRow ? layout.indexes[$0] : $0) == .null
    }
  }
}

extension MatchKey: Hashable {
  static func == (left: MatchKey, right: MatchKey) -> Bool {
    withExtendedLifetime((left, right)) {
      let collations = left.layout.collations
      for index in collations.indices
      where !left.cell(index).isEqual(to: right.cell(index), collations[index]) {
        return false
      }
      return true
    }
  }

  func hash(into hasher: inout Hasher) {
    var keyHasher = KeyHasher()
    withExtendedLifetime(self) {
      let collations = layout.collations
      for index in collations.indices { cell(index).hashKey(into: &keyHasher, collations[index]) }
    }
    hasher.combine(keyHasher.hash)
  }
}
