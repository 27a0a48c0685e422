extension RowChange {
  /// Creates the net change of a row. Returns nil if the row was inserted and deleted again, or if
  /// it has the same values as before.
  ///
  /// - Parameters:
  ///   - key: The key of the row.
  ///   - old: The row before the first change, or nil if it did not exist.
  ///   - new: The row after the last change, or nil if it does not exist any more.
  ///   - isCompared: Returns whether the column with the given index is compared. Virtual generated
  ///     columns are not compared, because `old` does not contain their values. These values depend
  ///     only on other columns.
  package init?(
    key: RowKey,
    net old: RowImage?,
    _ new: RowImage?,
    comparing isCompared: (Int) -> Bool
  ) {
    if old == nil, new == nil { return nil }
    if let old, let new, old.count == new.count,
      old.indices.allSatisfy({ !isCompared($0) || old.isIdentical(at: $0, to: new) })
    {
      return nil
    }
    self.init(key: key, old: old, new: new)
  }
}
