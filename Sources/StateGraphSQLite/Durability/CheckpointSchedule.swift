/// When to move the log's pages to the file: decided by its length, which grows by what is
/// committed and begins at zero again once all of it is in the file and nobody reads it.
struct CheckpointSchedule {
  /// As many pages as SQLite lets it have.
  static var pageLimit: Int { 1_000 }
  /// So many more before it is tried again: with a reader that stays there is nothing to gain, and
  /// each time is a flush of the disk.
  private static var retryPageCount: Int { 250 }
  /// A file of this length never stays.
  private static var keptPageCount: Int { 64 * pageLimit }

  private var longest = 0
  private var next = pageLimit
  private var nextEmptying = 4 * pageLimit

  /// - Parameter pageCount: How long the log is after a commit.
  mutating func isDue(at pageCount: Int) -> Bool {
    if pageCount < longest { didEmpty() }
    longest = pageCount
    return pageCount >= next
  }

  /// Whether to give the log's place on the disk back as well, after as many of its pages as
  /// `movedCount` are in the file. That waits for those who read it, for a moment.
  mutating func didMove(_ movedCount: Int, of pageCount: Int) -> Bool {
    next = pageCount + CheckpointSchedule.retryPageCount
    guard movedCount >= pageCount, pageCount >= nextEmptying else { return false }
    // Who writes much will do so again, and has to make the file longer each time; and those who
    // read do not let it happen every time.
    nextEmptying = max(
      min(2 * pageCount, CheckpointSchedule.keptPageCount),
      pageCount + CheckpointSchedule.pageLimit
    )
    return true
  }

  /// The log has begun anew.
  mutating func didEmpty() {
    (longest, next) = (0, CheckpointSchedule.pageLimit)
    nextEmptying = min(nextEmptying, CheckpointSchedule.keptPageCount)
  }
}
