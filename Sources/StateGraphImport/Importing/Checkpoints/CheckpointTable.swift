import StateGraphFormats
import StateGraphSQLite

/// Stores the checkpoints of imports in a table of the database file.
///
/// A checkpoint is committed in the same transaction as the imported rows. The table exists only
/// while it contains checkpoints.
struct CheckpointTable {
  private static let name = "stategraph_imports"
  private let run: String
  private let connection: Connection

  /// Gives access to the checkpoints of one import. Does not create the table.
  ///
  /// - Parameters:
  ///   - run: The fingerprint that identifies the import.
  ///   - connection: The connection of the import.
  init(run: String, on connection: Connection) {
    self.run = run
    self.connection = connection
  }

  func load() throws(DatabaseError) -> (checkpoints: [Checkpoint], summary: CheckpointSummary) {
    guard try table.exists() else { return ([], CheckpointSummary()) }
    let rows = try connection.rows(
      """
      SELECT input, path, device, inode, size, modified, prefix, records, byte, line, finished,
        rejects, reject_file, reject_file_bytes, tables
      FROM main.\(table: Self.name) WHERE run = \(run) ORDER BY input
      """
    )
    var summary = CheckpointSummary()
    let checkpoints = rows.map { row -> Checkpoint in
      func integer(_ index: Int) -> Int64 {
        if case .integer(let value) = row[index] { value } else { 0 }
      }
      func text(_ index: Int) -> String? {
        if case .text(let value) = row[index] { value } else { nil }
      }
      // Each row contains the summary at the time when the row was written. The last row is the
      // newest, so its summary is the current one.
      summary.rejectCount = Int(integer(11))
      summary.rejectFilePath = text(12)
      summary.rejectFileBytes = integer(13)
      if case .blob(let names) = row[14] { summary.tables = Self.names(names) }
      var identity = InputIdentity()
      (identity.device, identity.inode) = (integer(2), integer(3))
      (identity.byteCount, identity.modified) = (integer(4), integer(5))
      identity.prefixHash = integer(6)
      return Checkpoint(
        input: Int(integer(0)),
        path: text(1) ?? "",
        identity: identity,
        recordCount: Int(integer(7)),
        position: RecordPosition(byteOffset: integer(8), line: Int(integer(9))),
        isFinished: integer(10) != 0
      )
    }
    return (checkpoints, summary)
  }

  func save(_ checkpoint: Checkpoint, summary: CheckpointSummary) throws(DatabaseError) {
    try create()
    let identity = checkpoint.identity
    var names = KeyBuffer()
    _ = names.encode(summary.tables.map { .text($0) }, indexes: Array(summary.tables.indices))
    try connection.run(
      """
      INSERT OR REPLACE INTO main.\(table: Self.name)
      (run, input, path, device, inode, size, modified, prefix, records, byte, line, finished,
        rejects, reject_file, reject_file_bytes, tables)
      VALUES (\(run), \(checkpoint.input), \(checkpoint.path), \(identity.device),
        \(identity.inode), \(identity.byteCount), \(identity.modified), \(identity.prefixHash),
        \(checkpoint.recordCount), \(checkpoint.position.byteOffset), \(checkpoint.position.line),
        \(checkpoint.isFinished), \(summary.rejectCount),
        \(summary.rejectFilePath.map { SQLiteValue.text($0) } ?? .null),
        \(summary.rejectFileBytes), \(SQLiteValue.blob(names.bytes)))
      """
    )
  }

  /// Removes the checkpoints of this import.
  ///
  /// Drops the table if it contains no checkpoints of other imports.
  func removeAll() throws(DatabaseError) {
    try table.delete(where: "run = \(run)")
  }

  private var table: LeftoverTable { LeftoverTable(name: Self.name, connection: connection) }

  private func create() throws(DatabaseError) {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS main.\(table: Self.name) (
        run TEXT NOT NULL,
        input INTEGER NOT NULL,
        path TEXT NOT NULL,
        device INTEGER NOT NULL,
        inode INTEGER NOT NULL,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        prefix INTEGER NOT NULL,
        records INTEGER NOT NULL,
        byte INTEGER NOT NULL,
        line INTEGER NOT NULL,
        finished INTEGER NOT NULL,
        rejects INTEGER NOT NULL,
        reject_file TEXT,
        reject_file_bytes INTEGER NOT NULL,
        tables BLOB NOT NULL,
        PRIMARY KEY (run, input)
      ) STRICT, WITHOUT ROWID
      """
    )
  }

  private static func names(_ bytes: [UInt8]) -> [String] {
    KeyBuffer.decode(bytes).compactMap { if case .text(let name) = $0 { name } else { nil } }
  }
}
