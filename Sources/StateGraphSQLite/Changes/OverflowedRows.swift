/// The changed rows of one replicated table after the transaction has changed more rows than are
/// kept in memory.
///
/// Live objects then read the table again. The outbox still needs every row: the rows that were in
/// memory stay here with their net changes, and the changes of all other rows go to the
/// ``ChangeSpill`` one by one. A row is in one of the two places only.
struct OverflowedRows {
  private(set) var kept: TouchedRows
  private let spill: ChangeSpill

  init(_ kept: TouchedRows, spill: ChangeSpill) {
    (self.kept, self.spill) = (kept, spill)
  }

  mutating func record(_ touch: RowTouch, hash: UInt32, at position: Int, in table: TableSchema) {
    if let place = kept.place(hash, where: { $0 == touch.key }) {
      kept.touch(place, new: touch.new, at: position, isTainted: touch.isTainted)
    } else {
      spill.append(RowChange(key: touch.key, old: touch.old, new: touch.new), of: table)
    }
  }

  mutating func taint(since mark: Int) { kept.taint(since: mark) }
}
