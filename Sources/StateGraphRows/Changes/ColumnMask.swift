/// A set of columns. Those of a table with more than 64 share a bit with others, so that a set may
/// seem to have more than it has.
@usableFromInline
package struct ColumnMask: Equatable, Sendable {
  @usableFromInline var bits: UInt64

  /// The set as a word, and back.
  package var word: UInt64 { bits }
  package init(word: UInt64) { bits = word }

  package init(_ indexes: [Int]) { bits = indexes.reduce(0) { $0 | ColumnMask.bit($1) } }

  /// The columns, of those, that the row changed: all of them where it came or went.
  @usableFromInline
  package init(of row: RowChange, among indexes: [Int]) {
    bits = .max
    guard let old = row.old, let new = row.new else { return }
    bits = 0
    // A table that lost a column since: nothing can be told from its images.
    let count = min(old.count, new.count)
    for index in indexes where index >= count || !old.isIdentical(at: index, to: new) {
      bits |= ColumnMask.bit(index)
    }
  }

  @inlinable
  package mutating func insert(_ index: Int) { bits |= ColumnMask.bit(index) }

  @inlinable
  package mutating func formUnion(_ other: ColumnMask) { bits |= other.bits }

  @inlinable
  package func contains(_ index: Int) -> Bool { bits & ColumnMask.bit(index) != 0 }

  @inlinable
  package func isDisjoint(with other: ColumnMask) -> Bool { bits & other.bits == 0 }

  @inlinable
  static func bit(_ index: Int) -> UInt64 { 1 << UInt64(index % 64) }
}
