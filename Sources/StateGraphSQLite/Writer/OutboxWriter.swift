import CSQLite

/// Writes the commits of one writer connection to the outbox of a replicated file.
///
/// In a file that is not replicated, this object only finds out that it is not. It reads the schema
/// again only after a commit of another connection, so a write usually costs it two reads of shared
/// memory. Only the thread that holds the connection may use this object.
final class OutboxWriter {
  /// Whether the file is replicated.
  private(set) var isReplicated = false
  /// Where the changes of the open transaction come from.
  private(set) var origin = WriteOrigin.local
  /// The commit that the other fields describe: the newest one, if no other connection has
  /// committed. Nil if they must be read again.
  private var known: CommitMark?
  private var schemaVersion: SQLiteValue?
  /// The number of the newest local transaction of the file.
  private var newestSeq: Int64 = 0
  /// The number of the last local transaction that the server has decided.
  private var decided: Int64 = 0
  /// The number of the next chunk row of the open transaction.
  private var nextChunk: Int64 = 0
  /// The number of the open transaction, after its row was written to the outbox.
  private var loggedSeq: Int64?
  /// The `id` up to which old rows of the log were examined.
  private var examinedID: Int64 = 0
  private var isMoving = false
  /// Whether the open transaction becomes an entry that the server has to decide, although it may
  /// change no replicated row.
  private(set) var isEntryRequired = false
  /// Whether the file was found to be in WAL mode. No connection of the library leaves the mode.
  private var isInWALMode = false

  // MARK: Knowing the file

  /// Finds out whether the file is replicated.
  ///
  /// Call this at the beginning of a transaction that holds SQLite's write lock and has changed
  /// nothing.
  ///
  /// - Throws: `.misuse` if the file is replicated and not in WAL mode. `.corrupt` or
  ///   `.schemaTooNew` if the tables of the replica are damaged or newer.
  func begin(on writer: WriterConnection) throws(DatabaseError) {
    (origin, isEntryRequired) = (.local, false)
    // In another mode than WAL, SQLite would create a wal-index for the question. After a failed
    // change of the mode, a new file is in another mode.
    guard writer.placement != nil, try findsWALMode(of: writer),
      let newest = writer.walIndex?.newest
    else { return try requireNoReplica(on: writer) }
    if newest != known { try load(newest, on: writer) }
    guard isReplicated else { return }
    (nextChunk, loggedSeq) = (0, nil)
    writer.changeLog.spill.isOn = true
  }

  /// Reads what this object knows about the file again.
  func load(_ newest: CommitMark?, on writer: WriterConnection) throws(DatabaseError) {
    known = nil
    try writer.monitor.withoutCounting { () throws(DatabaseError) in
      let version = try writer.firstValue("PRAGMA schema_version")
      if version != schemaVersion {
        isReplicated = try ReplicaTable.exists(on: writer)
        schemaVersion = version
        writer.changeLog.spill.isOn = isReplicated
        if !isReplicated { writer.changeLog.setReplicatedTables([]) }
      }
      guard isReplicated else { return }
      let replica = try ReplicaTable.read(on: writer)
      decided = replica.decided
      newestSeq = max(try Outbox.newestSeq(on: writer) ?? 0, decided)
      writer.changeLog.setReplicatedTables(Set(replica.tables.map { ByteText($0) }))
    }
    known = newest
  }

  private func findsWALMode(of writer: WriterConnection) throws(DatabaseError) -> Bool {
    if isInWALMode { return true }
    isInWALMode = try writer.monitor.withoutCounting { () throws(DatabaseError) in
      try writer.firstValue("PRAGMA main.journal_mode") == .text("wal")
    }
    return isInWALMode
  }

  /// Refuses to write a replicated file that is not in WAL mode, because its commits cannot be
  /// logged. A dry run of a file in WAL mode is accepted, because it commits nothing.
  private func requireNoReplica(on writer: WriterConnection) throws(DatabaseError) {
    guard writer.writeLock != nil else { return }
    let isUnlogged = try writer.monitor.withoutCounting { () throws(DatabaseError) in
      guard try ReplicaTable.exists(on: writer) else { return false }
      return try writer.firstValue("PRAGMA main.journal_mode") != .text("wal")
    }
    if isUnlogged { throw ReplicaError.replicaWithoutLog }
  }

  /// Records that the transaction was committed.
  func didCommit(on writer: WriterConnection) {
    if let loggedSeq { newestSeq = loggedSeq }
    loggedSeq = nil
    guard let before = known, let newest = writer.walIndex?.newest else { return known = nil }
    // If the counter has grown by more, another program has committed after this COMMIT.
    let counter = writer.walHook.lastCommitWrote ? before.counter &+ 1 : before.counter
    known = newest.counter == counter ? newest : nil
  }

  /// Forgets what is known about the file, because the rollback may have undone it.
  func didRollBack() {
    (known, schemaVersion, loggedSeq) = (nil, nil, nil)
  }

  // MARK: Origins

  /// Makes the open transaction one of the server or of a migration, which the outbox does not
  /// contain. Call this before the transaction has changed a row.
  func setOrigin(_ origin: WriteOrigin, on writer: WriterConnection) {
    self.origin = origin
    writer.changeLog.spill.isOn = isReplicated && origin == .local
  }

  /// Makes the open local transaction an entry of the outbox, also if it changes no replicated row.
  ///
  /// - Returns: The number that the transaction gets at its commit.
  func requireEntry() throws(DatabaseError) -> Int64 {
    guard isReplicated else { throw ReplicaError.noReplica }
    isEntryRequired = true
    return newestSeq + 1
  }

  /// Removes the transactions up to `seq` from the outbox.
  ///
  /// - Throws: `.misuse` if the outbox does not contain `seq`, or if a later one is decided.
  func markDecided(through seq: Int64, on writer: WriterConnection) throws(DatabaseError) {
    guard isReplicated else { throw ReplicaError.noReplica }
    guard seq >= decided, seq <= newestSeq else { throw ReplicaError.decidedOutOfRange(seq) }
    try ReplicaTable.setDecided(seq, on: writer)
    try ChunkTable.delete(through: seq, on: writer)
    let position = writer.sharingFile?.positionOfSlowestFollower
    try Outbox.forgetDecided(seq, through: position ?? .max, on: writer)
    decided = seq
  }

  // MARK: Logging

  /// Writes the open transaction to the outbox. Call this immediately before COMMIT.
  ///
  /// - Returns: The `id` of the row in the log.
  /// - Throws: `.misuse` for a write that changes the schema and rows of replicated tables.
  ///   `.typeMismatch` for a value that the server cannot hold. Also the errors of SQLite, and
  ///   those of the temporary file.
  func log(
    _ changeSet: ChangeSet,
    counter: UInt32,
    on writer: WriterConnection
  ) throws(DatabaseError) -> Int64 {
    let encoder = ChangeSetEncoder(changeSet)
    var entry = Outbox.Entry(seq: newestSeq)
    switch origin {
    case .server(let position): entry.origin = position.value
    case .migration: try ReplicaTable.requireReconciling(on: writer)
    case .local:
      try moveSpill(on: writer)
      if try addChanges(changeSet, encodedBy: encoder, on: writer) {
        entry.seq = newestSeq + 1
        entry.transaction = TransactionID().bytes
      }
    }
    let id = try Outbox.append(entry, changes: encoder.bytes, counter: counter, on: writer)
    loggedSeq = entry.seq
    return id
  }

  /// Deletes old rows of the log.
  func forget(through id: Int64, on writer: WriterConnection) throws(DatabaseError) {
    // A rollback may undo this deletion. The rows are then deleted when they are decided.
    examinedID = try Outbox.forget(
      through: id,
      after: examinedID,
      decided: decided,
      on: writer
    )
  }

  /// Checks the changes of the open transaction, and writes them into chunk rows if they do not fit
  /// into one row of the log.
  ///
  /// - Returns: Whether the server has to decide the transaction.
  private func addChanges(
    _ changeSet: ChangeSet,
    encodedBy encoder: ChangeSetEncoder,
    on writer: WriterConnection
  ) throws(DatabaseError) -> Bool {
    let tables = writer.changeLog.replicatedTables
    if changeSet.schemaChanged {
      let changed = tables.first { $0.eventCount > 0 }
      if let changed { throw ReplicaError.rowsWithSchemaChange(changed.name) }
      if isEntryRequired { throw ReplicaError.confirmedSchemaChange }
      return false
    }
    var chunks = encoder.leavesRowsOut || encoder.bytes.count > ChunkTable.byteLimit
    var isChanged = isEntryRequired
    for table in tables {
      switch changeSet.tables[ByteText(table.name)] {
      case nil: continue
      case .rows(let rows):
        try requireServerValues(rows, of: table)
        isChanged = true
      case .updates, .reset:
        // Without these rows, it is not known which rows were changed.
        guard table.overflow != nil else { throw ReplicaError.keyBeyondServer(table: table.name) }
        chunks = true
      }
    }
    guard chunks else { return isChanged }
    try writeChunks(of: changeSet, on: writer)
    let hasChunks = try ChunkTable.contains(newestSeq + 1, on: writer)
    return isEntryRequired || hasChunks
  }

  private func writeChunks(
    of changeSet: ChangeSet,
    on writer: WriterConnection
  ) throws(DatabaseError) {
    let limit = writer.changeLog.spill.bufferLimit
    var chunk = ChangeChunkEncoder()
    for table in writer.changeLog.replicatedTables {
      var rows = try table.keptChanges(reading: writer)
      try requireServerValues(rows, of: table)
      if case .rows(let net) = changeSet.tables[ByteText(table.name)] { rows = net }
      for row in rows {
        chunk.append(row, of: table.name)
        if chunk.byteCount > limit { try insert(chunk.take(), on: writer) }
      }
    }
    if !chunk.isEmpty { try insert(chunk.take(), on: writer) }
  }

  private func requireServerValues(
    _ rows: [RowChange],
    of table: WatchedTable
  ) throws(DatabaseError) {
    for row in rows {
      if let column = table.capture.table.columnBeyondServer(row) {
        throw ReplicaError.valueBeyondServer(table: table.name, column: column)
      }
    }
  }

  // MARK: Spilled rows

  /// Moves the changed rows that are not in memory into chunk rows.
  func moveSpill(on writer: WriterConnection) throws(DatabaseError) {
    let spill = writer.changeLog.spill
    guard spill.isPending, !isMoving else { return }
    isMoving = true
    defer { isMoving = false }
    // The statement of the user has inserted a row, which the user may ask for afterwards.
    let rowID = writer.lastInsertedRowID
    defer { sqlite3_set_last_insert_rowid(writer.handle, rowID) }
    let isTainted = spill.isTainted
    try writer.monitor.withoutCounting { () throws(DatabaseError) in
      try spill.drain { chunk throws(DatabaseError) in
        let current = isTainted ? try reread(chunk, on: writer) : chunk
        try insert(current, on: writer)
      }
    }
  }

  private func insert(_ chunk: [UInt8], on writer: WriterConnection) throws(DatabaseError) {
    try ChunkTable.insert(chunk, of: newestSeq + 1, number: &nextChunk, on: writer)
  }

  /// Returns a chunk with the current values of its rows.
  ///
  /// SQLite may have undone some of the changes. The first change of a row keeps its old image, so
  /// that the net change of the row is correct.
  private func reread(
    _ chunk: [UInt8],
    on writer: WriterConnection
  ) throws(DatabaseError) -> [UInt8] {
    var current = ChangeChunkEncoder()
    let changes = try ChangeChunkDecoder.all(of: chunk)
    for (name, row) in changes {
      guard let table = writer.changeLog.replicatedTable(name) else { continue }
      let new = try table.capture.currentImage(of: row.key, reading: writer)
      if row.old == nil, new == nil {
        // A later change of the row has an old image, so its insertion must stay.
        current.append(row, of: name.string)
        current.append(RowChange(key: row.key, old: row.new, new: nil), of: name.string)
      } else {
        current.append(RowChange(key: row.key, old: row.old, new: new), of: name.string)
      }
    }
    return current.take()
  }
}
