import CSQLite

extension Connection {
  /// Moves the log's pages to the file where it has become long. What fails here has harmed
  /// nothing: the commits are in the log, and it is tried again.
  ///
  /// Only for whoever has the turn (see ``ProcessTurn``). Those who read are not held up.
  ///
  /// - Returns: Whether the log is empty now.
  func checkpointWhereDue() -> Bool {
    guard logFrameCount > 0, checkpoints.isDue(at: logFrameCount), mayCheckpoint else {
      return false
    }
    var (pageCount, movedCount): (Int32, Int32) = (0, 0)
    let result = checkpoint(SQLITE_CHECKPOINT_PASSIVE, &pageCount, &movedCount)
    guard checkpoints.didMove(Int(movedCount), of: max(Int(pageCount), logFrameCount)),
      result == SQLITE_OK
    else { return false }
    setBusyTimeout(.milliseconds(10))
    defer { setBusyTimeout(busyTimeout) }
    guard checkpoint(SQLITE_CHECKPOINT_TRUNCATE, &pageCount, &movedCount) == SQLITE_OK else {
      return false
    }
    checkpoints.didEmpty()
    logFrameCount = 0
    return true
  }

  /// Whether nobody who takes turns can write at this moment. Once somebody has removed the file
  /// by which they do, others may have the turn by another one.
  private var mayCheckpoint: Bool {
    guard let processTurn, let file = processTurn.file else { return true }
    return processTurn.isHeld && file.isInPlace
  }

  private func checkpoint(
    _ mode: Int32,
    _ pageCount: inout Int32,
    _ movedCount: inout Int32
  ) -> Int32 {
    sqlite3_wal_checkpoint_v2(handle, "main", mode, &pageCount, &movedCount)
  }
}
