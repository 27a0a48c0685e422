/// A set of column indexes in one word. In a table with more than 64 columns several columns share
/// a bit, so that a set may appear to contain more columns than were inserted.
@usableFromInline
package struct ColumnMask: Equatable, Sendable {
  @usableFromInline var bits: UInt64

  /// The set as a word, for the commit log.
  package var word: UInt64 { bits }
  package init(word: UInt64) { bits = word }

  package init(_ indexes: [Int]) { bits = indexes.reduce(0) { $0 | ColumnMask.bit($1) } }

  /// The columns among `indexes` that a row change affects: all of them for an insertion or
  /// deletion.
  @usableFromInline
  package init(of row: RowChange, among indexes: [Int]) {
    bits = .max
    guard let old = row.old, let new = row.new else { return }
    bits = 0
    // The table has lost a column, and the indexes do not fit its images.
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
