import StateGraphRows

/// The values of a template's match columns, where they lie: in an image of their own, or among the
/// others of a row's. Looking up a row's key copies nothing.
struct RouteKey {
  /// Where a template's match columns are in a row's image, and how they are compared.
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

  /// Of a slot: the values and nothing else, as SQLite compares them with the columns.
  init(of values: [SQLiteValue], _ layout: Layout) {
    image = RowImage(values)
    self.layout = layout
    isRow = false
  }

  /// Of a row.
  init(in image: RowImage, _ layout: Layout) {
    self.image = image
    self.layout = layout
    isRow = true
  }

  @inline(__always)
  private func cell(_ index: Int) -> RowCell {
    image.cell(at: isRow ? layout.indexes[index] : index)
  }

  /// Comparing with NULL is never true.
  var hasNull: Bool {
    layout.indexes.indices.contains {
      image.storageClass(at: isRow ? layout.indexes[$0] : $0) == .null
    }
  }
}

extension RouteKey: Hashable {
  static func == (left: RouteKey, right: RouteKey) -> Bool {
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
