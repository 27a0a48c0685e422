import StateGraphSQLite

/// The positions of some rows in one order of a table. A row whose position is known is a fence.
/// There is a fence at every multiple of ``stride``, as far as the server has read the table.
struct RowPositions: Sendable {
  struct Fence: Sendable {
    /// The number of rows before the row.
    let position: Int
    /// The values of the order in the row.
    let values: [WholeValue]
  }

  /// The largest number of rows that a page skips from a fence.
  static let longestSkip = 65_535

  /// The number of fences at which ``stride`` doubles and every second fence is removed. The number
  /// is even, so that the newest fence stays, from which the server continues to read.
  static let fenceLimit = 65_536

  /// The fences by their positions, which are the multiples of ``stride`` from the first one on.
  private(set) var fences: [Fence] = []
  private(set) var stride: Int
  /// The number of all rows, or nil if it is unknown.
  var count: RowPage.Count?
  /// Whether the server has given up counting, because it takes too long.
  var isUncounted = false

  init(stride: Int) { self.stride = stride }

  /// Adds the fence at the next multiple of ``stride``. Keeps every second fence if there are too
  /// many, so that the fences of a huge table need little memory.
  mutating func append(_ fence: Fence, limit: Int = fenceLimit) {
    fences.append(fence)
    guard fences.count >= limit else { return }
    stride *= 2
    fences = fences.filter { $0.position.isMultiple(of: stride) }
  }

  /// Returns the last known fence at or before a position, or nil if the first row is nearer.
  func fence(before position: Int) -> Fence? {
    let index = min(position / stride, fences.count) - 1
    return index < 0 ? nil : fences[index]
  }
}

extension PageOrder {
  /// Returns the conditions for a row and all rows after it, as ``conditions(after:isReversed:)``
  /// does for the rows after it.
  func conditions(from values: [WholeValue]) throws(StudioError) -> [SQL] {
    // The row itself is the only one with all its values, because the order is unique.
    let same = zip(columns, values).map { column, value -> SQL in
      value.isNull ? "\(column: column.name) IS NULL" : "\(column: column.name) = \(value.sql)"
    }
    return [same.joined(separator: " AND ")]
      + (try conditions(after: values, isReversed: false))
  }
}
