import CSQLite

extension Connection {
  func collation(ofColumn column: String, table: String) -> Collation {
    var name: UnsafePointer<CChar>?
    let result = sqlite3_table_column_metadata(
      handle,
      "main",
      table,
      column,
      nil,
      &name,
      nil,
      nil,
      nil
    )
    guard result == SQLITE_OK, let name else { return .binary }
    return Collation(name: String(cString: name))
  }
}
