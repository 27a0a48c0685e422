/// A row's column values in one piece of memory: what the hook saw, what a query found, what an
/// entity holds.
///
/// An array of ``SQLiteValue`` costs 24 bytes for each column and a further allocation for each
/// long string; this costs 4 for each column and the bytes themselves. Immutable, so that threads
/// share it. Values come out as they went in, bit for bit; text that is not UTF-8 is kept as it is
/// and mended when it is read.
package struct RowImage: @unchecked Sendable {
  // SAFETY: the storage is written before anybody else has it and never again.
  let storage: RowImageStorage

  /// The number of columns.
  @inline(__always)
  package var count: Int { Int(storage.header) }

  /// Of a storage that is filled.
  init(storage: RowImageStorage) { self.storage = storage }

  /// Copies the cells.
  init(cells: UnsafeBufferPointer<RowCell>) {
    var size = 0
    for cell in cells { size += cell.size }
    storage = RowImageStorage.make(columnCount: cells.count, payloadSize: size)
    var writer = RowImageWriter(storage)
    for cell in cells { writer.append(cell) }
  }

  package init(_ values: some Collection<SQLiteValue>) {
    var size = 0
    for value in values { size += value.imageSize }
    storage = RowImageStorage.make(columnCount: values.count, payloadSize: size)
    var writer = RowImageWriter(storage)
    for value in values { value.withCell { writer.append($0) } }
  }

  /// A key, and `count` values behind it. Asks for each value twice.
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

  /// What is stored for a column, in place: good for as long as somebody holds the image.
  func cell(at index: Int) -> RowCell {
    storage.withUnsafeMutablePointers { count, entries in
      let payload = UnsafeRawPointer(entries + Int(count.pointee))
      let start = index == 0 ? 0 : Int(entries[index - 1] >> 3)
      return RowCell(entry: entries[index], bytes: payload + start, start: start)
    }
  }

  /// The storage class of a column.
  package func storageClass(at index: Int) -> StorageClass {
    StorageClass(tag: storage.withUnsafeMutablePointerToElements { $0[index] & 7 })
  }

  /// Whether a column of this image and one of another hold the same, told apart by class and bit.
  package func isIdentical(at index: Int, to other: RowImage, at otherIndex: Int) -> Bool {
    withExtendedLifetime((self, other)) {
      cell(at: index).isIdentical(to: other.cell(at: otherIndex))
    }
  }

  package func isIdentical(at index: Int, to other: RowImage) -> Bool {
    isIdentical(at: index, to: other, at: index)
  }

  /// Whether a column holds that value, told apart by class and bit.
  package func isIdentical(at index: Int, to value: SQLiteValue) -> Bool {
    withExtendedLifetime(self) {
      value.withCell { cell(at: index).isIdentical(to: $0) }
    }
  }
}

extension RowImage: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> SQLiteValue {
    withExtendedLifetime(self) { cell(at: index).value }
  }
}

extension RowImage: Equatable {
  package static func == (left: RowImage, right: RowImage) -> Bool { left.elementsEqual(right) }
}

extension RowImage: ExpressibleByArrayLiteral {
  package init(arrayLiteral values: SQLiteValue...) { self.init(values) }
}
