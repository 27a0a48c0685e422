package import StateGraphRows

/// The constants of a condition, one or many, kept as an image keeps them: comparing a row's cells
/// with them allocates nothing.
package struct RowConstants: Sendable {
  /// What many of them may take.
  private static let sizeLimit = 1 << 26

  let image: RowImage

  package init(_ value: SQLiteValue) { image = [value] }

  /// A set, in the order of a collation. Nil where there are more than an image has columns, or
  /// they would take too much memory.
  package init?(_ values: [SQLiteValue], sortedBy collation: Collation) {
    guard values.count < RowImageStorage.columnLimit else { return nil }
    guard values.reduce(0, { $0 + $1.imageSize + 4 }) < RowConstants.sizeLimit else { return nil }
    image = RowImage(values.sorted { $0.compare(to: $1, collation) < 0 })
  }

  package var count: Int { image.count }

  /// Whether one of the set is equal to `cell`.
  func contains(_ cell: RowCell, _ collation: Collation) -> Bool {
    var (low, high) = (0, image.count)
    while low < high {
      let middle = (low + high) / 2
      let order = image.cell(at: middle).compare(to: cell, collation)
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}

extension RowConstants: Hashable {
  package static func == (left: RowConstants, right: RowConstants) -> Bool {
    left.count == right.count && left.image.hasSameKey(as: right.image, left.count)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(image.keyHash(count)) }
}
