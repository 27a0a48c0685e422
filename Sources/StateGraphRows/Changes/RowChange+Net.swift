extension RowChange {
  /// Creates the change of a row from its values before the first write and after the last write.
  ///
  /// Returns nil if the row has the same values as before. Also returns nil if the row was inserted
  /// and deleted again.
  ///
  /// - Parameters:
  ///   - key: The key of the row.
  ///   - old: The row before the first change, or nil if it did not exist.
  ///   - new: The row after the last change, or nil if it was deleted.
  ///   - isCompared: Returns whether to compare the column with the given index. A virtual
  ///     generated column is not compared, because `old` does not contain its value.
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
