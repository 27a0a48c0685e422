/// Decides when to run a checkpoint, which moves pages from the write-ahead log to the database
/// file.
///
/// The log grows with each commit. After a checkpoint has moved all pages and no connection reads
/// the log, the next commit starts at the beginning of the log. This type only computes.
/// ``Checkpointer`` runs the checkpoints.
struct CheckpointSchedule {
  /// The number of pages in the log at which a checkpoint is necessary. SQLite has the same
  /// default.
  static var pageLimit: Int { 1_000 }
  /// The number of pages by which the log must grow after a checkpoint before the next one is due.
  ///
  /// The distance is needed because a reader can keep a checkpoint from finishing, and each attempt
  /// flushes the disk.
  private static var retryPageCount: Int { 250 }
  /// The largest length that the log file may keep, in pages. A checkpoint truncates a longer log
  /// file.
  private static var keptPageCount: Int { 64 * pageLimit }

  private var longest = 0
  private var next = pageLimit
  private var nextEmptying = 4 * pageLimit

  /// Returns whether a checkpoint is due.
  ///
  /// - Parameter pageCount: The length of the log after a commit, in pages.
  mutating func isDue(at pageCount: Int) -> Bool {
    if pageCount < longest { didEmpty() }
    longest = pageCount
    return pageCount >= next
  }

  /// Records that a checkpoint has run.
  ///
  /// - Parameters:
  ///   - movedCount: The number of pages of the log that are in the database file now.
  ///   - pageCount: The length of the log, in pages.
  /// - Returns: Whether to truncate the log file as well. The truncation waits a short time for
  ///   readers of the log.
  mutating func didMove(_ movedCount: Int, of pageCount: Int) -> Bool {
    next = pageCount + CheckpointSchedule.retryPageCount
    guard movedCount >= pageCount, pageCount >= nextEmptying else { return false }
    // A program that has written a long log will probably write a long log again. The next
    // truncation is therefore delayed, so that the log file need not grow again.
    nextEmptying = max(
      min(2 * pageCount, CheckpointSchedule.keptPageCount),
      pageCount + CheckpointSchedule.pageLimit
    )
    return true
  }

  /// Records that the log is empty and starts again at its beginning.
  mutating func didEmpty() {
    (longest, next) = (0, CheckpointSchedule.pageLimit)
    nextEmptying = min(nextEmptying, CheckpointSchedule.keptPageCount)
  }
}
