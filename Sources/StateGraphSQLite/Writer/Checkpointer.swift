import CSQLite

/// Moves pages from the log of a file to the file, after the transactions of one writer.
///
/// A failure loses nothing: the commits are in the log, and the next transaction tries again.
/// Readers are not held up. Confined to the holder of the writer.
final class Checkpointer {
  private var schedule = CheckpointSchedule()

  /// Call with the interprocess write lock held.
  ///
  /// - Returns: Whether the log is empty now.
  func checkpointIfDue(on writer: WriterConnection) -> Bool {
    let frameCount = writer.commitNotes.logFrameCount
    guard frameCount > 0, schedule.isDue(at: frameCount), mayCheckpoint(writer) else {
      return false
    }
    var (pageCount, movedCount): (Int32, Int32) = (0, 0)
    let result = checkpoint(writer, SQLITE_CHECKPOINT_PASSIVE, &pageCount, &movedCount)
    guard schedule.didMove(Int(movedCount), of: max(Int(pageCount), frameCount)),
      result == SQLITE_OK
    else { return false }
    writer.setBusyTimeout(.milliseconds(10))
    defer { writer.setBusyTimeout(writer.busyTimeout) }
    guard checkpoint(writer, SQLITE_CHECKPOINT_TRUNCATE, &pageCount, &movedCount) == SQLITE_OK
    else { return false }
    schedule.didEmpty()
    writer.commitNotes.logFrameCount = 0
    return true
  }

  /// Returns whether no other process that takes the write lock can write now. False if the sharing
  /// file was removed, because another process may then hold the lock of a new one.
  private func mayCheckpoint(_ writer: WriterConnection) -> Bool {
    guard let lock = writer.writeLock, let file = lock.file else { return true }
    return lock.isHeld && file.isInPlace
  }

  private func checkpoint(
    _ writer: WriterConnection,
    _ mode: Int32,
    _ pageCount: inout Int32,
    _ movedCount: inout Int32
  ) -> Int32 {
    sqlite3_wal_checkpoint_v2(writer.handle, "main", mode, &pageCount, &movedCount)
  }
}
