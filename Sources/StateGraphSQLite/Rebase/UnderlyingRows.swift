/// The server's values of rows that pending transactions have changed, in the table
/// `stategraph_base`.
///
/// Without an entry, the base of a row is the old image in the row's first pending change.
struct UnderlyingRows {
  /// The base of one row.
  enum Base: Sendable {
    case row(RowImage)
    /// The server does not have the row.
    case absent
  }

  static let table = LibraryTable.base

  let connection: Connection

  static func create(on connection: Connection) throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: table) (
        row BLOB PRIMARY KEY NOT NULL,
        image BLOB
      ) STRICT, WITHOUT ROWID
      """
    )
  }

  /// - Throws: `.corrupt` if the entry is damaged.
  subscript(row: RowAddress) -> Base? {
    get throws(DatabaseError) {
      let statement = try connection.prepare(
        "SELECT image FROM main.\(table: UnderlyingRows.table) WHERE row = \(key(of: row))"
      )
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      guard statement.storageClass(at: 0) != .null else { return .absent }
      return .row(try decode(statement.bytes(at: 0)))
    }
  }

  func set(_ image: RowImage?, for row: RowAddress) throws(DatabaseError) {
    let bytes: SQLiteValue = image.map { .blob(encode($0)) } ?? .null
    try connection.run(
      """
      INSERT INTO main.\(table: UnderlyingRows.table) (row, image)
      VALUES (\(key(of: row)), \(bytes))
      ON CONFLICT (row) DO UPDATE SET image = excluded.image
      """
    )
  }

  func remove(_ row: RowAddress) throws(DatabaseError) {
    try connection.run(
      "DELETE FROM main.\(table: UnderlyingRows.table) WHERE row = \(key(of: row))"
    )
  }

  /// Whether there is an entry for any row. If there is none, ``remove(_:)`` is not necessary.
  var isEmpty: Bool {
    get throws(DatabaseError) {
      try connection.firstValue("SELECT 1 FROM main.\(table: UnderlyingRows.table) LIMIT 1") == nil
    }
  }

  // MARK: Bytes

  private func key(of row: RowAddress) -> SQLiteValue {
    .blob(encode(RowChange(key: row.key, old: [], new: nil), in: row.table))
  }

  private func encode(_ image: RowImage) -> [UInt8] {
    encode(RowChange(key: .value(.null), old: image, new: nil), in: "")
  }

  private func encode(_ change: RowChange, in table: ByteText) -> [UInt8] {
    var changeSet = ChangeSet()
    changeSet.tables[table] = .rows([change])
    return ChangeSetEncoder(changeSet, bytesPerTable: .max).bytes
  }

  private func decode(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) -> RowImage {
    guard let changeSet = try? ChangeSetDecoder.decode(bytes),
      case .rows(let rows)? = changeSet.tables[""], rows.count == 1, let image = rows[0].old
    else { throw RebaseError.damagedRebaseTable(UnderlyingRows.table) }
    return image
  }
}
