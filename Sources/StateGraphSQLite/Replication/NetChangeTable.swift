import CSQLite

/// Computes the net changes of a large transaction in a temporary database on disk, so that memory
/// stays bounded.
///
/// Only one thread at a time may use this object.
final class NetChangeTable {
  private let connection: Connection
  private var tables: [ByteText: Int64] = [:]

  init() throws(DatabaseError) {
    // SQLite keeps a database without a name in a temporary file, which it deletes on closing.
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let handle = try Connection.openHandle("", flags: flags, hooks: nil)
    // A row of this table contains two images of a row, each of which may have the full length.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(ChunkTable.chunkLimit))
    connection = Connection(handle: handle, monitor: StatementMonitor(counter: StatementCounter()))
    for sql in [
      "PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA cache_size = -8192",
    ] as [SQL] { try connection.run(sql) }
    try connection.run(
      """
      CREATE TABLE net (
        place INTEGER NOT NULL, key BLOB NOT NULL, old BLOB, new BLOB, PRIMARY KEY (place, key)
      ) WITHOUT ROWID
      """
    )
    try connection.run("BEGIN")
  }

  private static let insertText = StatementText(
    """
    INSERT INTO net (place, key, old, new) VALUES (?, ?, ?, ?)
    ON CONFLICT (place, key) DO UPDATE SET new = excluded.new
    """
  )

  /// Adds a later change of a row.
  func add(_ row: RowChange, of table: ByteText) throws(DatabaseError) {
    let statement = try connection.prepare(NetChangeTable.insertText)
    defer { statement.clearBindings() }
    var key = RowChangeEncoder()
    key.append(row.key.withoutWholeReals)
    try statement.bind([
      .integer(place(of: table)), .blob(key.bytes),
      NetChangeTable.value(RowChange(key: row.key, old: row.old, new: nil), exists: row.old != nil),
      NetChangeTable.value(RowChange(key: row.key, old: nil, new: row.new), exists: row.new != nil),
    ])
    try statement.run()
  }

  /// Calls `body` with the net change of each row.
  func forEach(_ body: (PendingChange) throws -> Void) throws {
    for (name, place) in tables.sorted(by: { $0.key < $1.key }) {
      let statement = try connection.prepare(
        "SELECT old, new FROM net WHERE place = \(place) ORDER BY key"
      )
      defer { statement.reset() }
      while try statement.step() {
        let (old, new) = (try row(statement, at: 0), try row(statement, at: 1))
        guard let key = new?.key ?? old?.key else { continue }
        let net = RowChange(key: key, net: old?.old, new?.new, comparing: { _ in true })
        if let net { try body(PendingChange(table: name, row: net)) }
      }
    }
  }

  private func place(of table: ByteText) -> Int64 {
    if let known = tables[table] { return known }
    let place = Int64(tables.count)
    tables[table] = place
    return place
  }

  private static func value(_ row: RowChange, exists: Bool) -> SQLiteValue {
    guard exists else { return .null }
    var encoder = RowChangeEncoder()
    encoder.append(row)
    return .blob(encoder.bytes)
  }

  private func row(_ statement: Statement, at index: Int) throws(DatabaseError) -> RowChange? {
    guard statement.storageClass(at: index) != .null else { return nil }
    var decoder = RowChangeDecoder(statement.bytes(at: index))
    do {
      return try decoder.row()
    } catch {
      throw DatabaseError.damagedOutbox
    }
  }
}

extension RowKey {
  /// This key with integers in place of reals without a fraction, because SQLite compares 1 and 1.0
  /// as equal.
  fileprivate var withoutWholeReals: RowKey {
    RowKey(
      values.map { value in
        guard case .real(let real) = value, let whole = Int64(exactly: real) else { return value }
        return .integer(whole)
      }
    )
  }
}
