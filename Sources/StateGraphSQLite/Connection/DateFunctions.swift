import CSQLite

/// The collation `STATEGRAPH_DATE` and the SQL function `stategraph_date`, with which queries
/// compare dates that other programs have written in other forms than this library.
///
/// `stategraph_date(x)` returns the text that the library writes for the date in `x`. It returns
/// any other value unchanged. The schema of a file does not use them, so other programs can still
/// use the file.
package enum DateFunctions {
  /// Returns whether a column contains only dates in the library's own form. Reads the whole column
  /// by a statement that is not counted, because the program did not ask for it.
  package static func haveNormalForm(
    column: String,
    table: String,
    on connection: Connection
  ) throws(DatabaseError) -> Bool {
    try connection.compiler.monitor.withoutCounting { () throws(DatabaseError) in
      try connection.firstValue(
        """
        SELECT EXISTS (SELECT 1 FROM \(table: table)
        WHERE \(column: column) COLLATE BINARY IS NOT stategraph_date(\(column: column)))
        """
      ) == .integer(0)
    }
  }

  static func install(on handle: OpaquePointer) throws(DatabaseError) {
    let isNamed = sqlite3_create_collation_v2(
      handle,
      Collation.date.name,
      SQLITE_UTF8,
      nil,
      { _, leftCount, left, rightCount, right in
        let order = DateFunctions.cell(left, count: leftCount)
          .compare(to: DateFunctions.cell(right, count: rightCount), .date)
        return order < 0 ? -1 : order == 0 ? 0 : 1
      },
      nil
    )
    guard isNamed == SQLITE_OK else { throw .sqlite(isNamed, on: handle) }
    let result = sqlite3_create_function_v2(
      handle,
      "stategraph_date",
      1,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      nil,
      { context, _, arguments in
        guard let value = arguments?[0] else { return }
        let cell = RowCell(value)
        guard cell.storageClass == .text, let normal = cell.normalDate else {
          return sqlite3_result_value(context, value)
        }
        let bytes = Array(normal.utf8)
        guard let copy = sqlite3_malloc64(UInt64(bytes.count)) else {
          return sqlite3_result_error_nomem(context)
        }
        copy.copyMemory(from: bytes, byteCount: bytes.count)
        let text = copy.assumingMemoryBound(to: CChar.self)
        sqlite3_result_text64(context, text, UInt64(bytes.count), sqlite3_free, UInt8(SQLITE_UTF8))
      },
      nil,
      nil,
      nil
    )
    guard result == SQLITE_OK else { throw .sqlite(result, on: handle) }
  }

  private static func cell(_ bytes: UnsafeRawPointer?, count: Int32) -> RowCell {
    RowCell(storageClass: .text, bits: 0, bytes: bytes, byteCount: Int(count))
  }
}
