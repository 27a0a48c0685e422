import CSQLite

/// The collation `STATEGRAPH_DATE` and the SQL functions with which queries compare values that are
/// stored in other forms than this library writes. Every function returns any other value
/// unchanged.
///
/// - `stategraph_date(x)` is the text that the library writes for the date in the text `x`.
/// - `stategraph_json_date(x)` is this text for a number in JSON: the seconds since 2001.
///
/// The schema of a file does not use them, so other programs can still use the file.
package enum ComparisonFunctions {
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
        let order = ComparisonFunctions.cell(left, count: leftCount)
          .compare(to: ComparisonFunctions.cell(right, count: rightCount), .date)
        return order < 0 ? -1 : order == 0 ? 0 : 1
      },
      nil
    )
    guard isNamed == SQLITE_OK else { throw .sqlite(isNamed, on: handle) }
    try define("stategraph_date", on: handle) { context, _, arguments in
      guard let value = arguments?[0] else { return }
      let cell = RowCell(value)
      ComparisonFunctions.setResult(
        cell.storageClass == .text ? cell.normalDate : nil,
        insteadOf: value,
        in: context
      )
    }
    try define("stategraph_json_date", on: handle) { context, _, arguments in
      guard let value = arguments?[0] else { return }
      let isNumber = [SQLITE_INTEGER, SQLITE_FLOAT].contains(sqlite3_value_type(value))
      let date = isNumber ? DateText(sqlite3_value_double(value)) : nil
      ComparisonFunctions.setResult(date?.text, insteadOf: value, in: context)
    }
  }

  /// Defines a deterministic function of one argument.
  private static func define(
    _ name: String,
    on handle: OpaquePointer,
    body: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  ) throws(DatabaseError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let result = sqlite3_create_function_v2(handle, name, 1, flags, nil, body, nil, nil, nil)
    guard result == SQLITE_OK else { throw .sqlite(result, on: handle) }
  }

  /// Makes a text the result of a function, or the argument if there is no text.
  private static func setResult(
    _ text: String?,
    insteadOf argument: OpaquePointer,
    in context: OpaquePointer?
  ) {
    guard let text else { return sqlite3_result_value(context, argument) }
    let bytes = Array(text.utf8)
    guard let copy = sqlite3_malloc64(UInt64(bytes.count)) else {
      return sqlite3_result_error_nomem(context)
    }
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    let characters = copy.assumingMemoryBound(to: CChar.self)
    let count = UInt64(bytes.count)
    sqlite3_result_text64(context, characters, count, sqlite3_free, UInt8(SQLITE_UTF8))
  }

  private static func cell(_ bytes: UnsafeRawPointer?, count: Int32) -> RowCell {
    RowCell(storageClass: .text, bits: 0, bytes: bytes, byteCount: Int(count))
  }
}
