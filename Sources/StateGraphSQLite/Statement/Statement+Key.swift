extension Statement {
  /// Returns the hash of the key, which is in the first `keyCount` columns of the current row.
  package func keyHash(_ keyCount: Int) -> UInt32 {
    var hasher = KeyHasher()
    for index in 0..<keyCount { cell(at: index).hashKey(into: &hasher) }
    return hasher.hash
  }

  /// Returns whether the key in the first columns of the current row is equal to the key of
  /// `image`.
  package func hasSameKey(as image: RowImage, _ keyCount: Int) -> Bool {
    withExtendedLifetime(image) {
      for index in 0..<keyCount where !cell(at: index).isSameKey(as: image.cell(at: index)) {
        return false
      }
      return true
    }
  }
}
