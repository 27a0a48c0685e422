package import StateGraphRows

/// The constants of a condition, stored as a row image, so that comparing the cells of a row with
/// them allocates nothing.
package struct RowConstants: Sendable {
  /// The greatest number of bytes of a set.
  private static let sizeLimit = 1 << 26

  let image: RowImage

  package init(_ value: SQLiteValue) { image = [value] }

  /// A set of constants, sorted by a collation. Nil for more constants than an image has columns,
  /// and for more than 64 MiB.
  package init?(_ values: [SQLiteValue], sortedBy collation: Collation) {
    guard values.count < RowImageStorage.columnLimit else { return nil }
    guard values.reduce(0, { $0 + $1.imageSize + 4 }) < RowConstants.sizeLimit else { return nil }
    image = RowImage(values.sorted { $0.compare(to: $1, collation) < 0 })
  }

  package var count: Int { image.count }

  /// Whether a constant of the set is equal to `cell`. Searches in O(log N).
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
