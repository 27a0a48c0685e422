// The functions of this file sort rows by a key of one column, like ORDER BY with the collation
// BINARY. They give SQLite's order only for a database with the text encoding UTF-8.

extension RowImage {
  /// Returns whether the key of this row comes before the key of `other`. The key is the first
  /// column.
  package func keyPrecedes(_ other: RowImage) -> Bool {
    withExtendedLifetime((self, other)) { cell(at: 0).compare(to: other.cell(at: 0), .binary) < 0 }
  }

  /// Returns the indexes of `images`, sorted by the keys of the rows.
  ///
  /// The bytes with which all keys begin are skipped. The next eight bytes of each key are compared
  /// as one number. The complete keys are compared only if these numbers are equal.
  package static func keyOrder(of images: [RowImage]) -> [Int] {
    let skipped = sharedPrefixLength(of: images)
    var places = images.indices.map { index in
      (prefix: skipped.map { images[index].keyPrefix(from: $0) } ?? 0, index: index)
    }
    places.sort { left, right in
      left.prefix == right.prefix
        ? images[left.index].keyPrecedes(images[right.index]) : left.prefix < right.prefix
    }
    return places.map(\.index)
  }

  /// Returns the number of bytes with which all keys begin.
  ///
  /// Returns nil if the keys are neither all text nor all blobs.
  private static func sharedPrefixLength(of images: [RowImage]) -> Int? {
    guard let first = images.first else { return nil }
    return withExtendedLifetime(first) {
      let cell = first.cell(at: 0)
      guard cell.storageClass == .text || cell.storageClass == .blob else { return nil }
      var length = cell.byteCount
      for image in images {
        guard image.storageClass(at: 0) == cell.storageClass else { return nil }
        let other = image.cell(at: 0)
        length = withExtendedLifetime(image) {
          var shared = 0
          let limit = Swift.min(length, other.byteCount)
          while shared < limit, cell.buffer[shared] == other.buffer[shared] { shared += 1 }
          return shared
        }
      }
      return length
    }
  }

  /// Returns eight bytes of the key, beginning at `start`, as a big-endian number.
  ///
  /// If the key is too short, zeros are appended.
  private func keyPrefix(from start: Int) -> UInt64 {
    withExtendedLifetime(self) {
      let rest = cell(at: 0).buffer.dropFirst(start)
      var prefix: UInt64 = 0
      for byte in rest.prefix(8) { prefix = prefix << 8 | UInt64(byte) }
      return prefix << (8 * UInt64(8 - Swift.min(8, rest.count)))
    }
  }
}

extension SQLiteValue {
  /// Returns whether this value comes before `other` in SQLite's order.
  ///
  /// NULL comes first, then numbers, then text by the collation BINARY, then blobs
  /// (<https://sqlite.org/datatype3.html#comparison_expressions>).
  package func order(before other: SQLiteValue) -> Bool { compare(to: other, .binary) < 0 }

  /// Returns a number below 0 if this value comes before `other`, above 0 if after, and 0 if equal.
  ///
  /// Text is compared by `collation`.
  package func compare(to other: SQLiteValue, _ collation: Collation) -> Int {
    withCell { left in other.withCell { left.compare(to: $0, collation) } }
  }
}
