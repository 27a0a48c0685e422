/// A set of column indexes, stored in the bits of one 64-bit word.
///
/// In a table with more than 64 columns, several columns share a bit. Inserting one of these
/// columns also inserts the columns that share its bit. A query can therefore be read again
/// although none of its columns has changed, but no change is missed.
@usableFromInline
package struct ColumnMask: Equatable, Sendable {
  @usableFromInline var bits: UInt64

  /// The bits of the set as one 64-bit word, the form in which the commit log stores the set.
  package var word: UInt64 { bits }
  package init(word: UInt64) { bits = word }

  package init(_ indexes: [Int]) { bits = indexes.reduce(0) { $0 | ColumnMask.bit($1) } }

  /// Creates the set of those columns in `indexes` whose values the change `row` has modified.
  ///
  /// If the row was inserted or deleted, the set contains every column.
  @usableFromInline
  package init(of row: RowChange, among indexes: [Int]) {
    bits = .max
    guard let old = row.old, let new = row.new else { return }
    bits = 0
    // If a column of the table was dropped, one of the two rows may not have a value at this index.
    // Such a column counts as changed.
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
