import CSQLite

/// The steps of the undo logs that a writer connection has read and written, so that the next
/// undoable write reads nothing.
///
/// The steps are known until another connection commits, or until a write of this connection
/// changes the steps or the schema otherwise. They are forgotten after each rollback, and if the
/// connection is replaced.
///
/// Only the thread that holds the writer lock of the database may use this object.
final class UndoStepCache {
  /// The lists of steps by the names of their logs.
  @exclusivity(unchecked) private var lists: [ByteText: UndoStepList] = [:]
  /// The version of the file with these steps, or nil if the steps belong to no commit yet.
  @exclusivity(unchecked) private var version: UInt32?

  init() {}

  /// Forgets the steps if another connection has committed since the last commit of this one.
  ///
  /// Call this at the beginning of each transaction.
  ///
  /// - Returns: Whether steps are known. The schema is then the one that ``UndoSchemas`` has read.
  func begin(on writer: Connection) -> Bool {
    guard !lists.isEmpty else { return false }
    if version == nil || fileVersion(on: writer) != version { forget() }
    return !lists.isEmpty
  }

  /// Returns the steps of a log, which are read if they are not known.
  func steps(
    of log: String,
    atMost count: Int,
    on writer: Connection
  ) throws(DatabaseError) -> UndoStepList {
    if let known = lists[ByteText(log)] { return known }
    let list = try UndoStepList(of: log, atMost: count, on: writer)
    lists[ByteText(log)] = list
    return list
  }

  /// Keeps the steps after a COMMIT, or forgets them if the transaction has changed them otherwise.
  ///
  /// - Parameters:
  ///   - changeSet: The changes of the transaction.
  ///   - isStep: Whether the write was undoable. The list of its log is then up to date.
  ///   - writer: The connection of the transaction.
  func didCommit(_ changeSet: ChangeSet, isStep: Bool, on writer: Connection) {
    guard !lists.isEmpty else { return }
    let hasChanged = !isStep && changeSet.hasChanges(of: UndoStepTable.key)
    if hasChanged || changeSet.schemaChanged { return forget() }
    version = fileVersion(on: writer)
  }

  func forget() {
    guard !lists.isEmpty else { return }
    lists = [:]
    version = nil
  }

  /// Returns a number that changes with each commit of this connection, and with each BEGIN after
  /// commits of other connections, or nil if SQLite does not know it.
  ///
  /// Unlike `PRAGMA data_version`, it needs no statement
  /// (<https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntldataversion>).
  private func fileVersion(on writer: Connection) -> UInt32? {
    var version: UInt32 = 0
    // Without a name, SQLite means the main database.
    let result = sqlite3_file_control(writer.handle, nil, SQLITE_FCNTL_DATA_VERSION, &version)
    return result == SQLITE_OK ? version : nil
  }
}
