import StateGraphRows

/// The values of a template's match columns, as a dictionary key. The key refers to an image,
/// either one that holds these values alone or the image of a whole row, so that looking up a row
/// copies nothing.
struct MatchKey {
  /// The indexes of a template's match columns in the image of a row, and their collations.
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

  /// The key of a route.
  ///
  /// - Parameter values: The match values, converted as SQLite converts them for the comparison.
  init(of values: [SQLiteValue], _ layout: Layout) {
    image = RowImage(values)
    self.layout = layout
    isRow = false
  }

  /// The key of a row.
  init(in image: RowImage, _ layout: Layout) {
    self.image = image
    self.layout = layout
    isRow = true
  }

  @inline(__always)
  private func cell(_ index: Int) -> RowCell {
    image.cell(at: isRow ? layout.indexes[index] : index)
  }

  /// Whether a match column is NULL. No comparison with NULL is true, so no route matches the row.
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
