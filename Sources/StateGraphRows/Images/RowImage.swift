/// An immutable copy of all column values of one row, in one block of memory.
///
/// The row can come from SQLite's preupdate hook, from a query, or from an entity in memory. An
/// array of ``SQLiteValue`` would take 24 bytes for each column, and more for each long string.
/// This type takes only 2 bytes for each column (4 in a long row), and the bytes of the values.
///
/// Several threads can read the same row copy. Text that is not valid UTF-8 keeps its original
/// bytes. Only a returned `String` is repaired.
@usableFromInline
package struct RowImage: @unchecked Sendable {
  // SAFETY: the storage is written only before the image is created, and afterwards it is only
  // read.
  @usableFromInline
  package let storage: RowImageStorage

  /// The number of columns in the row. The storage contains this number, so reading it is fast.
  @inlinable
  @inline(__always)
  package var count: Int { Int(storage.header >> 1) }

  /// The number of bytes that the values of all columns take in memory, without the storage's
  /// header and its list of entries.
  package var payloadSize: Int {
    withExtendedLifetime(storage) {
      count == 0 ? 0 : Int(RowImageParts(storage).entry(at: count - 1) >> 3)
    }
  }

  /// Creates a row copy that uses `storage` directly.
  ///
  /// - Parameter storage: A storage in which all columns have been written. It must not change
  ///   afterwards.
  @inlinable
  package init(storage: RowImageStorage) { self.storage = storage }

  /// Creates a row copy by copying the values of `cells`.
  @inlinable
  package init(cells: UnsafeBufferPointer<RowCell>) {
    var size = 0
    for cell in cells { size += cell.size }
    storage = RowImageStorage.make(columnCount: cells.count, payloadSize: size)
    var writer = RowImageWriter(storage)
    for cell in cells { writer.append(cell) }
  }

  @inlinable
  package init(_ values: some Collection<SQLiteValue>) {
    var size = 0
    for value in values { size += value.imageSize }
    storage = RowImageStorage.make(columnCount: values.count, payloadSize: size)
    var writer = RowImageWriter(storage)
    for value in values { value.withCell { writer.append($0) } }
  }

  /// Creates a row copy with the columns of `key`, followed by `count` other columns.
  ///
  /// `value` returns the value of each of these other columns. It can be called twice for a column:
  /// to measure the value, and to copy it.
  @inlinable
  package init(_ key: RowKey, count: Int, value: (Int) -> SQLiteValue) {
    guard case .value(let keyValue) = key else {
      self = RowImage(key.values + (0..<count).map(value))
      return
    }
    var size = keyValue.imageSize
    for index in 0..<count { size += value(index).imageSize }
    storage = RowImageStorage.make(columnCount: count + 1, payloadSize: size)
    var writer = RowImageWriter(storage)
    keyValue.withCell { writer.append($0) }
    for index in 0..<count { value(index).withCell { writer.append($0) } }
  }

  /// Creates a row copy with some columns of `other`, in the order of `indexes`.
  package init(_ indexes: [Int], of other: RowImage) {
    self = withUnsafeTemporaryAllocation(of: RowCell.self, capacity: indexes.count) { cells in
      for (place, index) in indexes.enumerated() {
        cells.initializeElement(at: place, to: other.cell(at: index))
      }
      return withExtendedLifetime(other) { RowImage(cells: UnsafeBufferPointer(cells)) }
    }
  }

  /// Returns a reference to the value of a column, without a copy.
  ///
  /// The reference is valid only while this row is retained (`withExtendedLifetime`).
  @inlinable
  package func cell(at index: Int) -> RowCell {
    withExtendedLifetime(storage) {
      let parts = RowImageParts(storage)
      let start = index == 0 ? 0 : Int(parts.entry(at: index - 1) >> 3)
      return RowCell(entry: parts.entry(at: index), bytes: parts.payload + start, start: start)
    }
  }

  /// Calls `body` with the bytes of a text or blob, without copying them.
  ///
  /// The bytes are valid only during the call.
  @inlinable
  package func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(self) { try body(cell(at: index).buffer) }
  }

  /// Returns the storage class of the value in a column, without reading the value.
  @inlinable
  package func storageClass(at index: Int) -> StorageClass {
    withExtendedLifetime(self) {
      StorageClass(tag: RowImageParts(storage).entry(at: index) & 7)
    }
  }

  /// Returns whether each column, from index `first` on, has a storage class that `classes` allows.
  ///
  /// `classes` has one element for each of these columns: the set of its allowed storage classes.
  @inlinable
  package func hasClasses(of classes: [StorageClasses], from first: Int) -> Bool {
    withExtendedLifetime(storage) {
      let parts = RowImageParts(storage)
      var index = first
      for allowed in classes {
        if allowed.rawValue & (1 << UInt8(parts.entry(at: index) & 7)) == 0 { return false }
        index += 1
      }
      return true
    }
  }

  /// Returns whether two columns have the same storage class and the same bits.
  ///
  /// The first column is in this row, and the second is in `other`. The values 1 and 1.0 are
  /// different.
  @inlinable
  package func isIdentical(at index: Int, to other: RowImage, at otherIndex: Int) -> Bool {
    withExtendedLifetime((self, other)) {
      cell(at: index).isIdentical(to: other.cell(at: otherIndex))
    }
  }

  @inlinable
  package func isIdentical(at index: Int, to other: RowImage) -> Bool {
    isIdentical(at: index, to: other, at: index)
  }

  /// Returns whether a column contains `value`, with the same storage class and the same bits.
  ///
  /// The values 1 and 1.0 are different.
  @inlinable
  package func isIdentical(at index: Int, to value: SQLiteValue) -> Bool {
    withExtendedLifetime(self) {
      value.withCell { cell(at: index).isIdentical(to: $0) }
    }
  }
}

extension RowImage {
  /// Returns whether both images share one storage in memory, because one is a copy of the other.
  ///
  /// Only two pointers are compared. Separate rows with equal values return false.
  @inlinable
  package func isSame(as other: RowImage) -> Bool { storage === other.storage }

  /// Returns whether all columns of both rows have the same storage classes and the same bits.
  ///
  /// The values 1 and 1.0 are different.
  @usableFromInline
  package func isIdentical(to other: RowImage) -> Bool {
    if storage === other.storage { return true }
    guard count == other.count else { return false }
    return (0..<count).allSatisfy { isIdentical(at: $0, to: other) }
  }
}

extension RowImage: RandomAccessCollection {
  @inlinable
  package var startIndex: Int { 0 }
  @inlinable
  package var endIndex: Int { count }

  @inlinable
  package subscript(index: Int) -> SQLiteValue {
    withExtendedLifetime(self) { cell(at: index).value }
  }
}

extension RowImage: Equatable {
  @usableFromInline
  package static func == (left: RowImage, right: RowImage) -> Bool { left.elementsEqual(right) }
}

extension RowImage: ExpressibleByArrayLiteral {
  @usableFromInline
  package init(arrayLiteral values: SQLiteValue...) { self.init(values) }
}
