import StateGraphSQLite

/// Values for the right side of an IN.
///
/// Filled up with the last one to a power of two, so that lists of many lengths share the compiled
/// statements of few.
struct ValueList {
  /// Of SQLite's 32,766 parameters (<https://sqlite.org/limits.html>).
  private static let limit = 16_384

  let sql: SQL

  private init(_ values: ArraySlice<SQLiteValue>) {
    var count = 1
    while count < values.count { count *= 2 }
    let filling = Array(repeating: values.last ?? .null, count: count - values.count)
    let bound = (values + filling).map { "\($0)" as SQL }
    sql = "(\(bound, separator: ", "))"
  }

  /// As many lists as it takes for all the values.
  static func lists(of values: [SQLiteValue]) -> [ValueList] {
    stride(from: 0, to: values.count, by: limit).map { start in
      ValueList(values[start..<min(start + limit, values.count)])
    }
  }
}
