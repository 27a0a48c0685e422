/// A set of columns of one table. It is the dictionary key of the prepared statements that write
/// exactly these columns.
struct ColumnSet: Hashable {
  private var low: UInt64 = 0
  /// The bits for the columns from the 65th on. The array is empty for nearly every table.
  private var high: [UInt64] = []

  /// Creates the set of the columns whose cells are not absent.
  init(mentionedIn cells: [Cell]) {
    cells.withUnsafeBufferPointer { cells in
      for index in 0..<min(cells.count, 64) where !cells[index].isAbsent {
        low |= 1 &<< UInt64(index)
      }
    }
    guard cells.count > 64 else { return }
    for index in 64..<cells.count where !cells[index].isAbsent { insertHigh(index) }
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
