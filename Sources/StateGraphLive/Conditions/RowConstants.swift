package import StateGraphRows

/// The constants of a query condition, stored as one row image. Comparing the cells of a row with
/// them allocates no memory.
package struct RowConstants: Sendable {
  /// The limit for the size of all constants together, in bytes.
  private static let sizeLimit = 1 << 26

  let image: RowImage

  package init(_ value: SQLiteValue) { image = [value] }

  /// Stores several constants, sorted by a collation. Returns nil if there are too many constants
  /// for the columns of one row image, or if they take 64 MiB or more.
  package init?(_ values: [SQLiteValue], sortedBy collation: Collation) {
    guard values.count < RowImageStorage.columnLimit else { return nil }
    guard values.reduce(0, { $0 + $1.imageSize + 4 }) < RowConstants.sizeLimit else { return nil }
    image = RowImage(values.sorted { $0.compare(to: $1, collation) < 0 })
  }

  package var count: Int { image.count }

  /// Returns whether one of the sorted constants equals `cell`. Searches in O(log N).
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
