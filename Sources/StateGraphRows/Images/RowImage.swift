/// The column values of a row in one allocation: of a row that the preupdate hook reported, that a
/// query returned, or that an entity holds.
///
/// An array of ``SQLiteValue`` takes 24 bytes for each column and an allocation for each long
/// string. An image takes the values' bytes and 2 bytes for each column, or 4 in a long row. Images
/// are immutable, so that threads can share them. Values are returned bit for bit as they were
/// stored. Text that is not UTF-8 is stored unchanged, and repaired in the copy that a read
/// returns.
@usableFromInline
package struct RowImage: @unchecked Sendable {
  // SAFETY: the storage is written only before the image is made.
  @usableFromInline
  package let storage: RowImageStorage

  /// The number of columns.
  @inlinable
  @inline(__always)
  package var count: Int { Int(storage.header >> 1) }

  /// The number of bytes of all values.
  package var payloadSize: Int {
    withExtendedLifetime(storage) {
      count == 0 ? 0 : Int(RowImageParts(storage).entry(at: count - 1) >> 3)
    }
  }

  /// - Parameter storage: Completely filled.
  @inlinable
  package init(storage: RowImageStorage) { self.storage = storage }

  /// Copies the cells.
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

  /// An image of a key followed by `count` values. Calls `value` twice for each.
  @inlinable
  package init(_ key: RowKey, count: Int, _ value: (Int) -> SQLiteValue) {
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

  /// The columns of another image, in the order of `indexes`.
  package init(_ indexes: [Int], of other: RowImage) {
    self = withUnsafeTemporaryAllocation(of: RowCell.self, capacity: indexes.count) { cells in
      for (place, index) in indexes.enumerated() {
        cells.initializeElement(at: place, to: other.cell(at: index))
      }
      return withExtendedLifetime(other) { RowImage(cells: UnsafeBufferPointer(cells)) }
    }
  }

  /// The cell of a column. Valid as long as the image is retained (`withExtendedLifetime`).
  @inlinable
  package func cell(at index: Int) -> RowCell {
    withExtendedLifetime(storage) {
      let parts = RowImageParts(storage)
      let start = index == 0 ? 0 : Int(parts.entry(at: index - 1) >> 3)
      return RowCell(entry: parts.entry(at: index), bytes: parts.payload + start, start: start)
    }
  }

  /// The bytes of a text or a blob, in place.
  @inlinable
  package func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(self) { try body(cell(at: index).buffer) }
  }

  /// The storage class of a column.
  @inlinable
  package func storageClass(at index: Int) -> StorageClass {
    withExtendedLifetime(self) {
      StorageClass(tag: RowImageParts(storage).entry(at: index) & 7)
    }
  }

  /// Whether each column from `first` on has one of its classes.
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

  /// Whether a column of this image and a column of another have the same storage class and bits.
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

  /// Whether a column has the storage class and the bits of a value.
  @inlinable
  package func isIdentical(at index: Int, to value: SQLiteValue) -> Bool {
    withExtendedLifetime(self) {
      value.withCell { cell(at: index).isIdentical(to: $0) }
    }
  }
}

extension RowImage {
  /// Whether both are copies of one image and so share their storage. Costs a pointer comparison.
  @inlinable
  package func isSame(as other: RowImage) -> Bool { storage === other.storage }

  /// Whether all columns have the same storage classes and bits.
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
