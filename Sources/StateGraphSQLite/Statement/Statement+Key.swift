extension Statement {
  /// Returns the hash of the current row's primary key.
  ///
  /// The first `keyCount` columns of the query must be the columns of this key.
  package func keyHash(_ keyCount: Int) -> UInt32 {
    var hasher = KeyHasher()
    for index in 0..<keyCount { cell(at: index).hashKey(into: &hasher) }
    return hasher.hash
  }

  /// Returns whether the current row and `image` have the same primary key.
  ///
  /// The key is in the first `keyCount` columns of both.
  package func hasSameKey(as image: RowImage, _ keyCount: Int) -> Bool {
    withExtendedLifetime(image) {
      for index in 0..<keyCount where !cell(at: index).isSameKey(as: image.cell(at: index)) {
        return false
      }
      return true
    }
  }
}
