import CSQLite

/// The SQL functions `stategraph_sum` and `stategraph_avg`, which queries use in place of SQLite's
/// `sum` and `avg`.
///
/// With these functions, a query that runs in SQLite has exactly the same result as a live query,
/// which adds values in memory. ``NumberSum`` describes the differences from SQLite's functions.
/// The schema of a file cannot call these functions, so other programs can still use the file.
enum SumFunctions {
  static func install(on handle: OpaquePointer) throws(DatabaseError) {
    try install("stategraph_sum", on: handle) { context in
      guard let sum = SumFunctions.takeSum(of: context) else { return sqlite3_result_null(context) }
      guard let value = sum.sum else {
        // SQLite's own `sum` fails with the same message.
        return sqlite3_result_error(context, "integer overflow", -1)
      }
      SumFunctions.setResult(value, of: context)
    }
    try install("stategraph_avg", on: handle) { context in
      guard let sum = SumFunctions.takeSum(of: context) else { return sqlite3_result_null(context) }
      SumFunctions.setResult(sum.average, of: context)
    }
  }

  private static func install(
    _ name: String,
    on handle: OpaquePointer,
    finish: @convention(c) (OpaquePointer?) -> Void
  ) throws(DatabaseError) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
    let result = sqlite3_create_function_v2(
      handle,
      name,
      1,
      flags,
      nil,
      nil,
      { context, _, arguments in
        if let value = arguments?[0] { SumFunctions.add(value, to: context) }
      },
      finish,
      nil
    )
    guard result == SQLITE_OK else { throw .sqlite(result, on: handle) }
  }

  /// The running sum of one group of rows.
  ///
  /// SQLite's aggregate context owns a reference to this object. SQLite always calls the final
  /// function of the aggregate, even after an error, and that function releases the object.
  private final class State {
    var sum = NumberSum()
  }

  /// Adds a value to the sum of the group. Converts texts and blobs as SQLite's `sum` does.
  private static func add(_ value: OpaquePointer, to context: OpaquePointer?) {
    let type = sqlite3_value_numeric_type(value)
    guard type != SQLITE_NULL else { return }
    let size = Int32(MemoryLayout<UnsafeRawPointer?>.size)
    guard let slot = sqlite3_aggregate_context(context, size) else {
      return sqlite3_result_error_nomem(context)
    }
    // SQLite fills new memory with zeros, so `reference` points to nil at the first value of a
    // group.
    let reference = slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    let known = reference.pointee ?? Unmanaged.passRetained(State()).toOpaque()
    reference.pointee = known
    Unmanaged<State>.fromOpaque(known)._withUnsafeGuaranteedRef { state in
      if type == SQLITE_INTEGER {
        state.sum.add(sqlite3_value_int64(value))
      } else {
        state.sum.add(sqlite3_value_double(value))
      }
    }
  }

  /// Returns the sum of the group, and releases the ``State``. Returns nil if the group has no
  /// value.
  private static func takeSum(of context: OpaquePointer?) -> NumberSum? {
    guard let slot = sqlite3_aggregate_context(context, 0) else { return nil }
    let reference = slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    guard let known = reference.pointee else { return nil }
    reference.pointee = nil
    return Unmanaged<State>.fromOpaque(known).takeRetainedValue().sum
  }

  private static func setResult(_ value: SQLiteValue, of context: OpaquePointer?) {
    switch value {
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    case .null, .text, .blob: sqlite3_result_null(context)
    }
  }
}
