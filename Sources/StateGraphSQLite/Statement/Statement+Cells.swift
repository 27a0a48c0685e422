import CSQLite

extension Statement {
  /// Returns a cell, which refers to the value of a column in the current row without copying it.
  ///
  /// The cell is valid until the next step.
  @inline(__always)
  func cell(at index: Int) -> RowCell {
    // This call checks the column index once. Separate calls for the type, the size and the bytes
    // would check it three times. The connection has no mutex (SQLITE_OPEN_NOMUTEX) and only one
    // thread uses it. An unprotected value (<https://sqlite.org/c3ref/value.html>) is therefore
    // safe.
    sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)).map { RowCell($0) } ?? .null
  }

  /// Returns a copy of the first `count` columns of the current row.
  ///
  /// The copy stays valid after the next step.
  package func image(_ count: Int) -> RowImage {
    withUnsafeTemporaryAllocation(of: RowCell.self, capacity: count) { cells in
      for index in 0..<count { cells.initializeElement(at: index, to: cell(at: index)) }
      return RowImage(cells: UnsafeBufferPointer(cells))
    }
  }

  /// Binds the columns of `image` to the parameters from `first` on, without copying the values.
  ///
  /// The caller must keep the image until the statement has run, and must clear the bindings after
  /// that.
  package func bindInPlace(_ image: RowImage, from first: Int = 1) throws(DatabaseError) {
    for index in 0..<image.count { try bindInPlace(image, column: index, at: first + index) }
  }

  /// Binds one column of `image` to the parameter at `index`, without copying the value.
  ///
  /// The caller must keep the image until the statement has run.
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
