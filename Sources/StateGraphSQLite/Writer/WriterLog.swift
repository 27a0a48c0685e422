import CSQLite

/// The log of a file, as its writer connection has it open. Only the thread that holds the
/// connection may use it.
struct WriterLog {
  private let writer: WriterConnection

  init(of writer: WriterConnection) { self.writer = writer }

  /// Sets ``WriterConnection/logCondition`` after the connection has opened the log.
  ///
  /// A flush of the frames that the log has now may have failed before, and the failure may have
  /// been reported to another descriptor only. All later failures are reported to this connection.
  ///
  /// - Parameter hasFailed: Whether a flush of this log is known to have failed.
  func inspect(hasFailed: Bool) {
    if isEmpty {
      writer.logCondition = .sound
    } else if hasFailed {
      writer.logCondition = .failed
    } else {
      // A log that cannot be stored again is used as it is.
      writer.logCondition = canBeStoredAgain ? .unproven : .sound
    }
  }

  private var isEmpty: Bool { writer.walIndex?.isLogEmpty != false }

  /// Whether writing the same bytes again cannot damage the log if the power fails meanwhile. On
  /// some disks, it can damage the bytes beside a write, also those of commits that were stored.
  private var canBeStoredAgain: Bool { csqlite_keeps_neighbours(writer.handle) }

  /// Flushes the log. After a failure, ``WriterConnection/logCondition`` is `.failed`.
  ///
  /// - Returns: A result code of SQLite.
  func flush() -> Int32 {
    let code = csqlite_flush_log(writer.handle)
    if code != SQLITE_OK { writer.logCondition = .failed }
    return code
  }

  /// If ``WriterConnection/logCondition`` is not `.sound`, writes all commits of the log again,
  /// cuts off the frames of undone commits, and flushes the log.
  ///
  /// After a failed flush, the operating system may treat the data that it could not store as
  /// stored. A later flush would then succeed without this data. The caller must hold SQLite's
  /// write lock, so that no other program writes the log meanwhile.
  ///
  /// - Throws: `.inputOutput` or `.diskFull` if the disk fails, or if the log cannot be stored
  ///   again without a risk on this disk. `.corrupt` if the operating system has lost a part of the
  ///   log.
  func storeIfInDoubt() throws(DatabaseError) {
    guard writer.logCondition != .sound else { return }
    guard canBeStoredAgain else {
      guard isEmpty else { throw FlushFailure.ofLogThatStays }
      writer.logCondition = .sound
      return
    }
    // The descriptor may not have reported an earlier failure yet, and its data is written again.
    _ = csqlite_flush_log(writer.handle)
    var result = csqlite_rewrite_log(writer.handle)
    if result == SQLITE_OK {
      // A process that opened the log again would take undone frames for a commit.
      csqlite_cut_log(writer.handle)
      result = csqlite_flush_log(writer.handle)
    }
    if let failure = FlushFailure(code: result) {
      writer.logCondition = .failed
      throw failure.ofStoringLog
    }
    writer.logCondition = .sound
  }

  /// Returns whether the pages of the log may be moved to the file. If a flush has failed, first
  /// stores the log again. If this fails, the log contains its commits and nothing else.
  ///
  /// SQLite copies the pages without checking them. If the operating system has lost some of them,
  /// or if the power fails after a part was copied, the file would be damaged.
  ///
  /// Call this outside of a transaction, with the interprocess write lock.
  func isStoredForMove() -> Bool {
    guard writer.logCondition == .failed else { return true }
    // The caller must not wait for other programs.
    writer.setBusyTimeout(.milliseconds(10))
    defer { writer.setBusyTimeout(writer.busyTimeout) }
    do throws(DatabaseError) {
      try writer.begin()
    } catch {
      return false
    }
    defer { try? writer.rollBack() }
    do throws(DatabaseError) {
      try storeIfInDoubt()
      return true
    } catch {
      // SQLite has left the frames of a commit whose flush has failed. It would take them for a
      // commit when it opens the log again.
      csqlite_cut_log(writer.handle)
      return false
    }
  }
}

/// What a writer connection knows about the flushes of its log.
enum LogCondition: Sendable {
  /// No flush has failed. If one fails, a later flush by this connection reports it.
  case sound
  /// The log had commits when the connection opened it. A flush of them may have failed before, and
  /// no later flush reports this.
  case unproven
  /// A flush has failed. The disk may lack a part of the log, although a later flush succeeds.
  case failed
}
