extension TableSchema {
  /// Returns whether two images of a row of this table contain the same values. Nil means that the
  /// row does not exist.
  ///
  /// The values of virtual generated columns are not compared, because an image of the preupdate
  /// hook lacks them.
  func isSameRow(_ left: RowImage?, as right: RowImage?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    guard left.count == columns.count, right.count == columns.count else { return false }
    return columns.indices.allSatisfy { index in
      columns[index].generation == .virtual || isSameValue(left, as: right, at: index)
    }
  }

  /// Returns whether two images have the same value in one column.
  ///
  /// SQLite stores -0.0 as 0.0, but the preupdate hook may return -0.0.
  func isSameValue(_ left: RowImage, as right: RowImage, at index: Int) -> Bool {
    withExtendedLifetime((left, right)) {
      let (first, second) = (left.cell(at: index), right.cell(at: index))
      if first.storageClass == .real, second.storageClass == .real,
        Double(bitPattern: first.bits) == 0, Double(bitPattern: second.bits) == 0
      {
        return true
      }
      return first.isIdentical(to: second)
    }
  }
}
