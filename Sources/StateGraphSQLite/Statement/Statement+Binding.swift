import CSQLite

extension Statement {
  /// Binds a copy of `value` to the parameter at `index`, counted from 1.
  package func bind(_ value: SQLiteValue, at index: Int) throws(DatabaseError) {
    let position = Int32(index)
    let result: Int32
    switch value {
    case .null: result = sqlite3_bind_null(handle, position)
    case .integer(let integer): result = sqlite3_bind_int64(handle, position, integer)
    case .real(let real): result = sqlite3_bind_double(handle, position, real)
    case .text(var text):
      result = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty string may have no address, and SQLite would bind a null pointer as NULL.
          guard let address = $0.baseAddress else {
            return csqlite_bind_text_copy(handle, position, "", 0)
          }
          return csqlite_bind_text_copy(handle, position, address, UInt64($0.count))
        }
      }
    case .blob(let bytes):
      result = bytes.withUnsafeBytes {
        guard let address = $0.baseAddress, !$0.isEmpty else {
          return sqlite3_bind_zeroblob(handle, position, 0)
        }
        return csqlite_bind_blob_copy(handle, position, address, UInt64($0.count))
      }
    }
    guard result == SQLITE_OK else { throw bindingError(result) }
  }

  package func bindNull(at index: Int) throws(DatabaseError) {
    let result = sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index))
    guard result == SQLITE_OK else { throw bindingError(result) }
  }

  package func bind(_ integer: Int64, at index: Int) throws(DatabaseError) {
    let result = sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index), integer)
    guard result == SQLITE_OK else { throw bindingError(result) }
  }

  package func bind(_ real: Double, at index: Int) throws(DatabaseError) {
    let result = sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index), real)
    guard result == SQLITE_OK else { throw bindingError(result) }
  }

  /// Binds UTF-8 text without copying it.
  ///
  /// The caller must keep the memory valid until the statement is reset or other values are bound.
  package func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(DatabaseError) {
    let address = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    let result: Int32
    if let address {
      result = csqlite_bind_text_static(handle, Int32(index), address, UInt64(bytes.count))
    } else {
      result = csqlite_bind_text_copy(handle, Int32(index), "", 0)
    }
    guard result == SQLITE_OK else { throw bindingError(result) }
  }

  /// Binds a copy of the bytes of a text, which need not be UTF-8.
  package func bindText(copying bytes: [UInt8], at index: Int) throws(DatabaseError) {
    let result = bytes.withUnsafeBytes { buffer in
      let address = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let address else { return csqlite_bind_text_copy(handle, Int32(index), "", 0) }
      return csqlite_bind_text_copy(handle, Int32(index), address, UInt64(bytes.count))
    }
    guard result == SQLITE_OK else { throw bindingError(result) }
  }

  package func bind(_ values: [SQLiteValue]) throws(DatabaseError) {
    guard values.count == parameterCount else {
      throw DatabaseError(
        .misuse,
        "The statement has \(parameterCount) parameters, but \(values.count) values were passed.",
        remedy: "Pass one value for each `?`.",
        sql: sql
      )
    }
    for (index, value) in values.enumerated() {
      try bind(value, at: index + 1)
    }
  }

  /// Binds a list of values, for SQL that ``SQL/init(rowsOf:)`` has created. The statement releases
  /// the list when its run ends.
  package func bind(_ list: BoundList, at index: Int) throws(DatabaseError) {
    hasBoundLists = true
    // SQLite calls this destructor even if the binding fails, so the list is always released.
    let result = sqlite3_bind_pointer(
      handle,
      Int32(truncatingIfNeeded: index),
      Unmanaged.passRetained(list).toOpaque(),
      BoundList.pointerType
    ) { list in
      if let list { Unmanaged<BoundList>.fromOpaque(list).release() }
    }
    guard result == SQLITE_OK else { throw bindingError(result) }
  }

  package func clearBindings() {
    sqlite3_clear_bindings(handle)
  }

  func bindingError(_ result: Int32) -> DatabaseError {
    .sqlite(result, on: sqlite3_db_handle(handle), sql: sql)
  }
}
