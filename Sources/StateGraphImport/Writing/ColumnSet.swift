/// A set of columns of one table, stored as one bit for each column.
///
/// The import uses the set as a dictionary key, to find the prepared statement for the columns of a
/// record.
struct ColumnSet: Hashable {
  private var low: UInt64 = 0
  /// The bits of the columns after the first 64. Each element contains 64 columns.
  ///
  /// The array is empty for nearly every table. An empty array needs no memory allocation.
  private var high: [UInt64] = []

  /// Creates the set of the columns for which a record has a value or NULL.
  ///
  /// - Parameter cells: One value for each column of the table. Columns whose value is `absent` are
  ///   not in the set.
  init(mentionedIn cells: [Cell]) {
    cells.withUnsafeBufferPointer { cells in
      for index in 0..<min(cells.count, 64) where !cells[index].isAbsent {
        low |= 1 &<< UInt64(index)
      }
    }
    guard cells.count > 64 else { return }
    for index in 64..<cells.count where !cells[index].isAbsent { insertHigh(index) }
  }

  /// Creates the set of the columns for which a record has a value other than NULL.
  init(valuedIn cells: [Cell]) {
    for index in cells.indices where cells[index].hasValue {
      if index < 64 { low |= 1 &<< UInt64(index) } else { insertHigh(index) }
    }
  }

  func contains(_ column: Int) -> Bool {
    if column < 64 { return low & (1 &<< UInt64(column)) != 0 }
    let word = column / 64 - 1
    return word < high.count && high[word] & (1 << UInt64(column % 64)) != 0
  }

  private mutating func insertHigh(_ index: Int) {
    let word = index / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(index % 64)
  }

  static func == (left: ColumnSet, right: ColumnSet) -> Bool {
    left.low == right.low
      && (left.high.isEmpty && right.high.isEmpty || left.high == right.high)
  }
}
