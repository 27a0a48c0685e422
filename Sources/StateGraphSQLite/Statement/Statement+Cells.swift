import CSQLite

extension Statement {
  /// Returns the value of a column of the current row, not copied and valid until the next step.
  @inline(__always)
  func cell(at index: Int) -> RowCell {
    // One call that checks the column, instead of three for its type and its value. An unprotected
    // value (<https://sqlite.org/c3ref/value.html>) is safe here, because the connection has no
    // mutex (SQLITE_OPEN_NOMUTEX) and one thread holds it.
    sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)).map { RowCell($0) } ?? .null
  }

  /// Returns the first `count` columns of the current row, copied.
  package func image(_ count: Int) -> RowImage {
    withUnsafeTemporaryAllocation(of: RowCell.self, capacity: count) { cells in
      for index in 0..<count { cells.initializeElement(at: index, to: cell(at: index)) }
      return RowImage(cells: UnsafeBufferPointer(cells))
    }
  }

  /// Binds the columns of `image` to the parameters from `first` on, without copying. The caller
  /// keeps the image until the statement has run, and then clears the bindings.
  package func bindInPlace(_ image: RowImage, from first: Int = 1) throws(DatabaseError) {
    for index in 0..<image.count { try bindInPlace(image, column: index, at: first + index) }
  }

  /// Binds one column of `image` without copying. The caller keeps the image until the statement
  /// has run.
  package func bindInPlace(
    _ image: RowImage,
    column: Int,
    at index: Int
  ) throws(DatabaseError) {
    let position = Int32(truncatingIfNeeded: index)
    let cell = image.cell(at: column)
    let result: Int32
    switch cell.storageClass {
    case .null: result = sqlite3_bind_null(handle, position)
    case .integer: result = sqlite3_bind_int64(handle, position, Int64(bitPattern: cell.bits))
    case .real: result = sqlite3_bind_double(handle, position, Double(bitPattern: cell.bits))
    case .text:
      let bytes = cell.bytes?.assumingMemoryBound(to: CChar.self)
      result = csqlite_bind_text_static(handle, position, bytes, UInt64(cell.byteCount))
    case .blob:
      result = csqlite_bind_blob_static(handle, position, cell.bytes, UInt64(cell.byteCount))
    }
    guard result == SQLITE_OK else { throw bindingError(result) }
  }
}
