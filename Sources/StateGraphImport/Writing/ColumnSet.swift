/// Some of a table's columns, as a key for the statements that deal with exactly these.
struct ColumnSet: Hashable {
  private var low: UInt64 = 0
  /// The columns from the 65th on; empty for nearly every table.
  private var high: [UInt64] = []

  /// The columns that a row mentions.
  init(mentionedIn cells: [Cell]) {
    for index in cells.indices where !cells[index].isAbsent { insert(index) }
  }

  private mutating func insert(_ index: Int) {
    guard index >= 64 else {
      low |= 1 << UInt64(index)
      return
    }
    let word = index / 64 - 1
    while high.count <= word { high.append(0) }
    high[word] |= 1 << UInt64(index % 64)
  }
}
