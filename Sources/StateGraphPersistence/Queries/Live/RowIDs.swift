/// The rowids of a query's rows as of one read, in the order of the query.
package struct RowIDs: Sendable {
  package let ids: ContiguousArray<Int64>

  package init(_ ids: ContiguousArray<Int64> = []) { self.ids = ids }

  /// Whether both have the same rowids in the same order.
  package func isSame(as other: RowIDs) -> Bool { ids == other.ids }
}
