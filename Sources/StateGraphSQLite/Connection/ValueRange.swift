import CSQLite

/// A part of the bytes of one text or blob, read without the rest of the value.
package struct ValueRange: Sendable {
  /// The size of the whole value in bytes.
  package let size: Int
  package let bytes: [UInt8]

  /// Reads a range of a value.
  ///
  /// - Parameters:
  ///   - table: The name of a table with rowids. A view or virtual table fails.
  ///   - column: The name of a column that is not computed.
  ///   - rowID: The rowid of the row. The value must be a text or a blob.
  ///   - offset: The number of bytes before the range.
  ///   - count: The largest number of bytes to read.
  package init(
    table: String,
    column: String,
    rowID: Int64,
    from offset: Int,
    atMost count: Int,
    on connection: Connection
  ) throws(DatabaseError) {
    let handle = connection.handle
    var blob: OpaquePointer?
    let opened = sqlite3_blob_open(handle, "main", table, column, rowID, 0, &blob)
    defer { sqlite3_blob_close(blob) }
    guard opened == SQLITE_OK, let blob else { throw .sqlite(opened, on: handle) }
    size = Int(sqlite3_blob_bytes(blob))
    let start = min(offset, size)
    var bytes = [UInt8](repeating: 0, count: min(count, size - start))
    if !bytes.isEmpty {
      let read = sqlite3_blob_read(blob, &bytes, Int32(bytes.count), Int32(start))
      guard read == SQLITE_OK else { throw .sqlite(read, on: handle) }
    }
    self.bytes = bytes
  }
}
