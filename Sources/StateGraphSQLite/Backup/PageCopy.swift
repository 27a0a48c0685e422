import CSQLite

/// Copies the pages of a database into a file.
///
/// SQLite's backup interface does the work (<https://sqlite.org/backup.html>).
struct PageCopy {
  /// The connection from whose database the pages are copied. It must not have an open transaction,
  /// because `write(to:progress:)` begins one.
  let source: Connection

  /// Copies every page of the last commit into the empty file at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the empty file.
  ///   - progress: Called after every 1,024 pages with the number of copied pages and the total
  ///     number of pages. If it throws, the copy ends.
  func write(
    to path: String,
    progress: (_ copiedPageCount: Int, _ pageCount: Int) throws -> Void
  ) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    defer { sqlite3_close_v2(opened) }
    guard result == SQLITE_OK, let target = opened else {
      throw DatabaseError.sqlite(result, on: opened)
    }
    // No other process uses the copy yet, so the copy needs no journal. ``BackupTarget`` flushes
    // the complete copy to the disk, so SQLite need not flush each write.
    sqlite3_exec(target, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nil, nil, nil)
    // The open transaction makes SQLite copy all pages from the same commit. Without it, SQLite
    // restarts the copy after each commit of another connection.
    try source.run("BEGIN")
    defer { try? source.run("ROLLBACK") }
    // Unlike a SELECT, this read needs no schema that SQLite understands.
    _ = try source.firstValue("PRAGMA schema_version")
    guard let backup = sqlite3_backup_init(target, "main", source.handle, "main") else {
      throw DatabaseError.sqlite(sqlite3_errcode(target), on: target)
    }
    let pagesPerStep: Int32 = 1024
    do {
      while true {
        let step = sqlite3_backup_step(backup, pagesPerStep)
        guard step == SQLITE_OK || step == SQLITE_DONE else {
          throw DatabaseError.sqlite(step, on: nil)
        }
        let count = Int(sqlite3_backup_pagecount(backup))
        let rest = Int(sqlite3_backup_remaining(backup))
        try progress(count - rest, count)
        if step == SQLITE_DONE { break }
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    let finished = sqlite3_backup_finish(backup)
    guard finished == SQLITE_OK else { throw DatabaseError.sqlite(finished, on: target) }
  }
}
