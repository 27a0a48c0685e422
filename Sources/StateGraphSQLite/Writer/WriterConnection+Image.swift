import CSQLite

extension WriterConnection {
  /// Replaces the content of this connection's database, which is in memory, by a copy of a
  /// database file.
  ///
  /// - Parameter image: The bytes of a database file whose WAL is empty.
  /// - Throws: `.outOfMemory`, or the error of SQLite if the bytes are not a database.
  package func load(_ image: UnsafeRawBufferPointer) throws(DatabaseError) {
    // The larger capacity leaves space for new rows. Otherwise the first new row would make SQLite
    // copy the whole image again.
    let capacity = image.count + max(image.count / 4, 256 << 10)
    guard let copy = sqlite3_malloc64(UInt64(capacity)) else {
      throw .sqlite(SQLITE_NOMEM, on: handle)
    }
    copy.copyMemory(from: image.baseAddress ?? UnsafeRawPointer(copy), byteCount: image.count)
    // These two bytes of the header tell whether the file has a WAL, which a database in memory
    // cannot have (<https://sqlite.org/fileformat.html#file_format_version_numbers>).
    if image.count > 19 {
      copy.storeBytes(of: 1, toByteOffset: 18, as: UInt8.self)
      copy.storeBytes(of: 1, toByteOffset: 19, as: UInt8.self)
    }
    dropCachedStatements()
    let result = sqlite3_deserialize(
      handle,
      "main",
      copy.assumingMemoryBound(to: UInt8.self),
      Int64(image.count),
      Int64(capacity),
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    )
    guard result == SQLITE_OK else { throw .sqlite(result, on: handle) }
    _ = try firstValue("PRAGMA journal_mode = MEMORY")
  }
}
