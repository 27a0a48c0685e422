extension RowChange {
  /// From the image of a row before its first change to the one after its last. Nil where it came
  /// and went in between, or ended as it began.
  ///
  /// - Parameter isCompared: Whether a column's values tell of a change. One that has no old value
  ///   to compare with follows the others.
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
