/// A set of columns. Those of a table with more than 64 share a bit with others, so that a set may
/// seem to have more than it has.
package struct ColumnMask: Equatable, Sendable {
  private var bits: UInt64

  /// The set as a word, and back.
  var word: UInt64 { bits }
  init(word: UInt64) { bits = word }

  init(_ indexes: [Int]) { bits = indexes.reduce(0) { $0 | ColumnMask.bit($1) } }

  /// The columns, of those, that the row changed: all of them where it came or went.
  init(of row: RowChange, among indexes: [Int]) {
    bits = .max
    guard let old = row.old, let new = row.new else { return }
    bits = 0
    // A table that lost a column since: nothing can be told from its images.
    let count = min(old.count, new.count)
    for index in indexes where index >= count || !old.isIdentical(at: index, to: new) {
      bits |= ColumnMask.bit(index)
    }
  }

  mutating func insert(_ index: Int) { bits |= ColumnMask.bit(index) }

  mutating func formUnion(_ other: ColumnMask) { bits |= other.bits }

  func contains(_ index: Int) -> Bool { bits & ColumnMask.bit(index) != 0 }

  func isDisjoint(with other: ColumnMask) -> Bool { bits & other.bits == 0 }

  private static func bit(_ index: Int) -> UInt64 { 1 << UInt64(index % 64) }
}
