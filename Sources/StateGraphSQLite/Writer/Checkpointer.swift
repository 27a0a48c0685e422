import CSQLite

/// Moves pages from the write-ahead log to the database file, after the transactions of a writer.
///
/// If a checkpoint fails, no commit is lost, because all commits stay in the log. The next
/// transaction tries again. Readers do not wait for a checkpoint. Only the thread that holds the
/// writer connection may use this object.
final class Checkpointer {
  private var schedule = CheckpointSchedule()

  /// Runs a checkpoint if the log is long enough, or if `isRequested` is true.
  ///
  /// Call this only while holding the interprocess write lock, which excludes writers of other
  /// processes.
  ///
  /// If a flush of the log is known to have failed, the log is first stored again. If that fails as
  /// well, runs no checkpoint.
  ///
  /// - Returns: Whether the checkpoint has emptied the log.
  func checkpointIfDue(
    on writer: WriterConnection,
    orRequested isRequested: Bool = false
  ) -> Bool {
    let frameCount = writer.walHook.logFrameCount
    guard frameCount > 0, schedule.isDue(at: frameCount) || isRequested, mayCheckpoint(writer)
    else { return false }
    guard WriterLog(of: writer).isStoredForMove() else {
      _ = schedule.didMove(0, of: frameCount)
      return false
    }
    var (pageCount, movedCount): (Int32, Int32) = (0, 0)
    let result = checkpoint(
      writer,
      mode: SQLITE_CHECKPOINT_PASSIVE,
      pageCount: &pageCount,
      movedCount: &movedCount
    )
    let isTruncated = schedule.didMove(Int(movedCount), of: max(Int(pageCount), frameCount))
    guard isTruncated || isRequested, result == SQLITE_OK else { return false }
    writer.setBusyTimeout(.milliseconds(10))
    defer { writer.setBusyTimeout(writer.busyTimeout) }
    guard
      checkpoint(
        writer,
        mode: SQLITE_CHECKPOINT_TRUNCATE,
        pageCount: &pageCount,
        movedCount: &movedCount
      ) == SQLITE_OK
    else { return false }
    schedule.didEmpty()
    writer.walHook.logFrameCount = 0
    return true
  }

  /// Returns whether a checkpoint is safe, because this writer holds the interprocess write lock.
  ///
  /// Returns false if the sharing file was removed, because another process may hold the lock in a
  /// new sharing file. Also returns false if the files of the database were moved, because another
  /// process may then write with another log.
  private func mayCheckpoint(_ writer: WriterConnection) -> Bool {
    guard writer.placement?.files.areInPlace != false else { return false }
    guard let lock = writer.writeLock, let file = lock.file else { return true }
    return lock.isHeld && file.isInPlace
  }

  private func checkpoint(
    _ writer: WriterConnection,
    mode: Int32,
    pageCount: inout Int32,
    movedCount: inout Int32
  ) -> Int32 {
    let result = sqlite3_wal_checkpoint_v2(writer.handle, "main", mode, &pageCount, &movedCount)
    // A checkpoint flushes the log first. Its failure is reported to this connection only once.
    if result & 0xff == SQLITE_IOERR { writer.logCondition = .failed }
    return result
  }
}
