import CSQLite

/// The log of a file, as its writer connection has it open. Only the thread that holds the connection
/// may use it.
struct WriterLog {
  private let writer: WriterConnection

  init(of writer: WriterConnection) { self.writer = writer }

  /// Sets ``WriterConnection/isLogInDoubt`` after the connection has opened the log.
  ///
  /// A flush of the frames that the log has now may have failed before, and the failure may have
  /// been reported to another descriptor only. All later failures are reported to this connection.
  func inspect() {
    // Writing the log again could damage it on a disk that can change the bytes beside a write.
    let hasCommits = writer.walIndex?.isLogEmpty == false
    writer.isLogInDoubt = hasCommits && csqlite_keeps_neighbours(writer.handle)
  }

  /// Flushes the log. After a failure, ``WriterConnection/isLogInDoubt`` is true.
  ///
  /// - Returns: A result code of SQLite.
  func flush() -> Int32 {
    let code = csqlite_flush_log(writer.handle)
    if code != SQLITE_OK { writer.isLogInDoubt = true }
    return code
  }

  /// If ``WriterConnection/isLogInDoubt``, writes all commits of the log again, and flushes them.
  ///
  /// After a failed flush, the operating system may treat the data that it could not store as
  /// stored. A later flush would then succeed without this data. The caller must hold SQLite's
  /// write lock, so that no other program writes the log meanwhile.
  ///
  /// - Throws: `.inputOutput` or `.diskFull` if the disk fails. `.corrupt` if the operating system
  ///   has lost a part of the log.
  func storeIfInDoubt() throws(DatabaseError) {
    guard writer.isLogInDoubt else { return }
    // The descriptor may not have reported an earlier failure yet, and its data is written again.
    _ = csqlite_flush_log(writer.handle)
    var result = csqlite_rewrite_log(writer.handle)
    if result == SQLITE_OK { result = csqlite_flush_log(writer.handle) }
    if let failure = FlushFailure(code: result) { throw failure.ofUndoneWrite }
    writer.isLogInDoubt = false
  }
}
