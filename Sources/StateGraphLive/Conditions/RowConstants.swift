package import StateGraphRows

/// The constants of one query condition, stored as a `RowImage`. This is also the format of the
/// rows with which the condition compares the constants, so the comparison allocates no memory.
package struct RowConstants: Sendable {
  /// The maximum total size of the constants of one condition, in bytes (64 MiB).
  private static let sizeLimit = 1 << 26

  let image: RowImage

  package init(_ value: SQLiteValue) { image = [value] }

  /// Stores constants and sorts them by a collation.
  ///
  /// Returns nil if there are more constants than a row can have columns, or if the constants take
  /// 64 MiB or more. In these cases, only SQLite can evaluate the condition.
  package init?(_ values: [SQLiteValue], sortedBy collation: Collation) {
    guard values.count < RowImageStorage.columnLimit else { return nil }
    guard values.reduce(0, { $0 + $1.imageSize + 4 }) < RowConstants.sizeLimit else { return nil }
    image = RowImage(values.sorted { $0.compare(to: $1, collation) < 0 })
  }

  package var count: Int { image.count }

  /// Returns whether one of the constants equals a column value, in O(log N).
  ///
  /// The constants must be sorted by `collation`, because the search is a binary search.
  func contains(_ cell: RowCell, collation: Collation) -> Bool {
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
