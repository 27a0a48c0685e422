import CSQLite
import Glibc

/// The table-valued SQL function that returns one row for each value of a ``BoundList``.
///
/// A query such as `WHERE id IN list` then needs only one bound parameter. SQLite limits the number
/// of parameters, and a JSON array cannot contain blobs or exact reals. SQLite's extension `carray`
/// works in the same way (<https://sqlite.org/carray.html>), but all its values have one type.
///
/// If the argument is not a bound list, the table has no rows. Views and triggers cannot use the
/// table.
enum ListTable {
  // SAFETY: the closure fills the structure before another thread can read it. Nothing changes it
  // afterwards.
  nonisolated(unsafe) private static let module: UnsafeMutablePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    module.initialize(to: sqlite3_module())
    // Without `xCreate`, the virtual table exists on each connection without CREATE VIRTUAL TABLE.
    // No schema of a file can therefore contain it.
    module.pointee.xConnect = { handle, _, _, _, table, _ in connect(handle, table: table) }
    module.pointee.xBestIndex = { _, info in bestIndex(info) }
    module.pointee.xDisconnect = { table in
      sqlite3_free(table)
      return SQLITE_OK
    }
    module.pointee.xOpen = { _, cursor in open(cursor) }
    module.pointee.xClose = { cursor in
      sqlite3_free(cursor)
      return SQLITE_OK
    }
    module.pointee.xFilter = { cursor, _, _, count, arguments in
      filter(cursor, argument: count == 1 ? arguments?[0] : nil)
    }
    module.pointee.xNext = { cursor in
      own(cursor)?.pointee.place += 1
      return SQLITE_OK
    }
    module.pointee.xEof = { cursor in
      guard let cursor = own(cursor) else { return 1 }
      return cursor.pointee.place < cursor.pointee.count ? 0 : 1
    }
    module.pointee.xColumn = { cursor, context, column in
      if column == 0 { setValue(cursor, context: context) }
      return SQLITE_OK
    }
    module.pointee.xRowid = { cursor, rowID in
      rowID?.pointee = own(cursor)?.pointee.place ?? 0
      return SQLITE_OK
    }
    return module
  }()

  /// Registers the table-valued function on the connection. Returns SQLite's result code.
  static func install(on handle: OpaquePointer) -> Int32 {
    sqlite3_create_module_v2(handle, SQL.listTableName, module, nil, nil)
  }
}

// MARK: - Callbacks of the virtual table

private func own(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
) -> UnsafeMutablePointer<csqlite_list_cursor>? {
  // SAFETY: `open` allocates each cursor as a `csqlite_list_cursor`, whose first member is SQLite's
  // own cursor structure.
  cursor.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: csqlite_list_cursor.self) }
}

private func connect(
  _ handle: OpaquePointer?,
  table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
) -> Int32 {
  let declared = sqlite3_declare_vtab(handle, "CREATE TABLE x(value, list HIDDEN)")
  guard declared == SQLITE_OK else { return declared }
  let protected = csqlite_make_vtab_direct_only(handle)
  guard protected == SQLITE_OK else { return protected }
  let size = MemoryLayout<sqlite3_vtab>.size
  guard let memory = sqlite3_malloc64(UInt64(size)) else { return SQLITE_NOMEM }
  memset(memory, 0, size)
  table?.pointee = memory.bindMemory(to: sqlite3_vtab.self, capacity: 1)
  return SQLITE_OK
}

/// SQLite calls this function for each query plan that it considers. The function accepts a plan
/// only if the plan passes the argument of the table-valued function to `filter`.
private func bestIndex(_ info: UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 {
  guard let info else { return SQLITE_ERROR }
  let listColumn: Int32 = 1
  for index in 0..<Int(info.pointee.nConstraint) {
    let constraint = info.pointee.aConstraint[index]
    guard constraint.iColumn == listColumn, Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ
    else { continue }
    guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
    info.pointee.aConstraintUsage[index].argvIndex = 1
    info.pointee.aConstraintUsage[index].omit = 1
    break
  }
  info.pointee.estimatedCost = 1_000
  info.pointee.estimatedRows = 1_000
  return SQLITE_OK
}

private func open(
  _ cursor: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
) -> Int32 {
  let size = MemoryLayout<csqlite_list_cursor>.size
  guard let memory = sqlite3_malloc64(UInt64(size)) else { return SQLITE_NOMEM }
  memset(memory, 0, size)
  cursor?.pointee = memory.assumingMemoryBound(to: sqlite3_vtab_cursor.self)
  return SQLITE_OK
}

private func filter(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
  argument: OpaquePointer?
) -> Int32 {
  guard let cursor = own(cursor) else { return SQLITE_ERROR }
  cursor.pointee.place = 0
  cursor.pointee.count = 0
  cursor.pointee.list = nil
  guard let argument, let list = sqlite3_value_pointer(argument, BoundList.pointerType) else {
    return SQLITE_OK
  }
  // SAFETY: only `Statement.bind` creates pointers of this type. The statement retains the list
  // while the cursor is open.
  cursor.pointee.list = list
  cursor.pointee.count = Unmanaged<BoundList>.fromOpaque(list)
    ._withUnsafeGuaranteedRef { Int64($0.values.count) }
  return SQLITE_OK
}

private func setValue(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?,
  context: OpaquePointer?
) {
  guard let cursor = own(cursor), let list = cursor.pointee.list else { return }
  let place = Int(cursor.pointee.place)
  // SAFETY: the statement retains the list while the cursor is open, as `filter` explains.
  Unmanaged<BoundList>.fromOpaque(list)._withUnsafeGuaranteedRef {
    $0.values[place].setResult(of: context)
  }
}

extension SQLiteValue {
  /// Makes this value the result of the column that SQLite has requested. SQLite copies the value.
  func setResult(of context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          csqlite_result_text_copy(context, $0.baseAddress, UInt64($0.count))
        }
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        csqlite_result_blob_copy(context, $0.baseAddress, UInt64($0.count))
      }
    }
  }
}
