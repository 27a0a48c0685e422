/// Decides when to checkpoint, which moves pages from the write-ahead log to the database file.
///
/// The log grows with each commit. It begins at zero again after all of its pages are in the file
/// and no connection reads them. A value without side effects.
/// and no connection reads them. A value without side effects.
struct CheckpointSchedule {
  /// The number of pages in the log at which a checkpoint is due. This is SQLite's own default.
  static var pageLimit: Int { 1_000 }
  /// How many more pages the log must have before the next try. A reader can keep a checkpoint from
  /// finishing, and each try flushes the disk.
  private static var retryPageCount: Int { 250 }
  /// A log file of this length is always truncated.
  private static var keptPageCount: Int { 64 * pageLimit }

  private var longest = 0
  private var next = pageLimit
  private var nextEmptying = 4 * pageLimit

  /// - Parameter pageCount: The length of the log after a commit.
  mutating func isDue(at pageCount: Int) -> Bool {
    if pageCount < longest { didEmpty() }
    longest = pageCount
    return pageCount >= next
  }

  /// Records a checkpoint.
  ///
  /// - Parameters:
  ///   - movedCount: How many pages of the log are in the file now.
  ///   - pageCount: The length of the log.
  /// - Returns: Whether to truncate the log file as well, which waits a moment for its readers.
  mutating func didMove(_ movedCount: Int, of pageCount: Int) -> Bool {
    next = pageCount + CheckpointSchedule.retryPageCount
    guard movedCount >= pageCount, pageCount >= nextEmptying else { return false }
    // A program that writes much will do so again, and a longer log file then saves it the work of
    // growing the file. Readers do not let every truncation succeed either.
    nextEmptying = max(
      min(2 * pageCount, CheckpointSchedule.keptPageCount),
      pageCount + CheckpointSchedule.pageLimit
    )
    return true
  }

  /// Records that the log is empty and begins again.
  mutating func didEmpty() {
    (longest, next) = (0, CheckpointSchedule.pageLimit)
    nextEmptying = min(nextEmptying, CheckpointSchedule.keptPageCount)
  }
}
