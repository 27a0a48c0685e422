import CSQLite

extension Statement {
  /// Returns the storage class of the value in a column of the current row: integer, real, text,
  /// blob or null.
  package func storageClass(at index: Int) -> StorageClass {
    switch sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func real(at index: Int) -> Double {
    sqlite3_column_double(handle, Int32(truncatingIfNeeded: index))
  }

  /// Returns the bytes of a text or blob in the current row without copying them.
  ///
  /// The bytes are valid until the next step. SQLite does not check that stored text is valid
  /// UTF-8.
  package func bytes(at index: Int) -> UnsafeRawBufferPointer {
    let column = Int32(truncatingIfNeeded: index)
    let start: UnsafeRawPointer? =
      storageClass(at: index) == .text
      ? sqlite3_column_text(handle, column).map { UnsafeRawPointer($0) }
      : sqlite3_column_blob(handle, column)
    // The number of bytes must be read after the text. Reading the text may convert UTF-16 to
    // UTF-8, which changes the number of bytes.
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Returns the name of the parameter at `index`, including its `:`, `@` or `$`.
  ///
  /// Returns nil for a plain `?`, which has no name. Parameters are counted from 1.
  package func parameterName(_ index: Int) -> String? {
    sqlite3_bind_parameter_name(handle, Int32(index)).map { String(cString: $0) }
  }
}
