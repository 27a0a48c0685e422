/// Decides when to checkpoint: to move pages from the write-ahead log to the database file. The
/// decision depends on the length of the log.
///
/// The log grows with each commit. It starts again from zero once all of its pages are in the file
/// and no connection reads them. This type only computes; it touches no file.
struct CheckpointSchedule {
  /// The length of the log, in pages, at which a checkpoint is due. It is SQLite's own default.
  static var pageLimit: Int { 1_000 }
  /// The number of pages by which the log must grow before the next attempt. A reader can keep a
  /// checkpoint from finishing, and each attempt flushes the disk.
  private static var retryPageCount: Int { 250 }
  /// The length of the log, in pages, from which the log file is always truncated.
  private static var keptPageCount: Int { 64 * pageLimit }

  private var longest = 0
  private var next = pageLimit
  private var nextEmptying = 4 * pageLimit

  /// Returns whether a checkpoint is due.
  ///
  /// - Parameter pageCount: The length of the log in pages, after a commit.
  mutating func isDue(at pageCount: Int) -> Bool {
    if pageCount < longest { didEmpty() }
    longest = pageCount
    return pageCount >= next
  }

  /// Notes the result of a checkpoint.
  ///
  /// - Parameters:
  ///   - movedCount: The number of pages of the log that are in the file now.
  ///   - pageCount: The length of the log in pages.
  /// - Returns: Whether to truncate the log file as well. A truncation waits a moment for readers
  ///   of the log.
  mutating func didMove(_ movedCount: Int, of pageCount: Int) -> Bool {
    next = pageCount + CheckpointSchedule.retryPageCount
    guard movedCount >= pageCount, pageCount >= nextEmptying else { return false }
    // A program that writes much will probably do so again. A longer log file then saves the work
    // of growing the file. Besides, readers keep some truncations from succeeding.
    nextEmptying = max(
      min(2 * pageCount, CheckpointSchedule.keptPageCount),
      pageCount + CheckpointSchedule.pageLimit
    )
    return true
  }

  /// Notes that the log has started again from zero.
  mutating func didEmpty() {
    (longest, next) = (0, CheckpointSchedule.pageLimit)
    nextEmptying = min(nextEmptying, CheckpointSchedule.keptPageCount)
  }
}
