/// The table with the changed rows of local transactions that are too large for the commit log.
///
/// A transaction has one or more chunks, which contain its changes one by one. A chunk that is
/// longer than a value may be is stored in several rows.
enum ChunkTable {
  static let name = LibraryTable.chunks
  /// The maximum number of bytes in one row.
  static let byteLimit = 16 << 20
  /// The maximum number of bytes of one chunk. A chunk contains more than one row only if it is
  /// small, and a row has a key and two images of at most 64 MiB each.
  static let chunkLimit = 256 << 20

  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE main.\(table: name) (
        seq INTEGER NOT NULL,
        number INTEGER NOT NULL,
        is_continued INTEGER NOT NULL,
        changes BLOB NOT NULL,
        PRIMARY KEY (seq, number)
      ) STRICT
      """
    )
  }

  private static let insertText = StatementText(
    "INSERT INTO main.\(table: name) (seq, number, is_continued, changes) VALUES (?, ?, ?, ?)"
  )

  /// Adds a chunk to a transaction.
  ///
  /// - Parameter number: The number of the next row of the transaction. The method increases it.
  static func insert(
    _ chunk: [UInt8],
    of seq: Int64,
    number: inout Int64,
    on connection: Connection
  ) throws(DatabaseError) {
    let statement = try connection.prepare(insertText)
    // A cached statement must not keep the bytes.
    defer { statement.clearBindings() }
    var start = 0
    repeat {
      let end = min(start + byteLimit, chunk.count)
      let part = start == 0 && end == chunk.count ? chunk : Array(chunk[start..<end])
      let isContinued: Int64 = end < chunk.count ? 1 : 0
      try statement.bind([.integer(seq), .integer(number), .integer(isContinued), .blob(part)])
      try statement.run()
      number += 1
      start = end
    } while start < chunk.count
  }

  static func contains(_ seq: Int64, on connection: Connection) throws(DatabaseError) -> Bool {
    try connection.firstValue("SELECT 1 FROM main.\(table: name) WHERE seq = \(seq) LIMIT 1") != nil
  }

  static func delete(through seq: Int64, on connection: Connection) throws(DatabaseError) {
    try connection.run("DELETE FROM main.\(table: name) WHERE seq <= \(seq)")
  }

  /// Calls `body` with each changed row of a transaction, in the order of the changes of that row.
  ///
  /// - Throws: `.corrupt` if the chunks are damaged. Also the errors of `body`.
  static func forEachRow(
    of seq: Int64,
    on connection: Connection,
    _ body: (ByteText, RowChange) throws -> Void
  ) throws {
    let statement = try connection.prepare(
      """
      SELECT is_continued, changes FROM main.\(table: name) WHERE seq = \(seq) ORDER BY number
      """
    )
    defer { statement.reset() }
    var parts: [UInt8] = []
    while try statement.step() {
      let bytes = statement.bytes(at: 1)
      if statement.integer(at: 0) == 0, parts.isEmpty {
        try decode(bytes, body: body)
        continue
      }
      guard parts.count + bytes.count <= chunkLimit else { throw DatabaseError.damagedOutbox }
      parts.append(contentsOf: bytes)
      guard statement.integer(at: 0) == 0 else { continue }
      try parts.withUnsafeBytes { try decode($0, body: body) }
      parts = []
    }
    guard parts.isEmpty else { throw DatabaseError.damagedOutbox }
  }

  /// Calls `body` with each changed row of one chunk.
  static func decode(
    _ chunk: UnsafeRawBufferPointer,
    body: (ByteText, RowChange) throws -> Void
  ) throws {
    do {
      var decoder = try ChangeChunkDecoder(chunk)
      while let (table, row) = try decoder.next() { try body(table, row) }
    } catch is RowChangeDecoder.Malformed {
      throw DatabaseError.damagedOutbox
    }
  }
}
