extension RowChange {
  /// The net change of a row. Nil if there is none: the row was inserted and deleted again, or has
  /// the same values as before.
  ///
  /// - Parameters:
  ///   - key: The row's key.
  ///   - old: The image before the first change; nil if the row did not exist.
  ///   - new: The image after the last change; nil if the row does not exist.
  ///   - isCompared: Whether a column, given by its index, is compared. Virtual columns have no old
  ///     value and are not compared; their values follow from the other columns.
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
