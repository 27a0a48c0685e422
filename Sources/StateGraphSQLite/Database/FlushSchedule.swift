/// Decides which flush covers which commit. This type only computes. ``GroupCommit`` runs the
/// flushes.
///
/// The commits of a database have numbers in their order. A flush covers the commits that were
/// complete when the flush began. A commit that was made during a flush waits for the next one.
///
/// | State | Fields | A thread that waits for commit `n` | Ends with |
/// |---|---|---|---|
/// | stored | `durable == newest` | returns | ``didCommit()`` |
/// | waiting | `durable < newest` | returns if `n <= durable`, else flushes | ``nextStep(for:)`` |
/// | flushing | `covered` is set | returns if `n <= durable`, else waits | ``didFlush(_:)`` |
/// | failed | `failure` is set | returns if `n <= durable`, else throws | ``didRewrite()`` |
///
/// A flush that runs while a failure becomes known still ends with ``didFlush(_:)``. No other flush
/// begins before ``didRewrite()``.
struct FlushSchedule {
  /// The next action of a thread that waits for a commit to be durable.
  enum Step {
    /// A flush has stored the commit and all earlier ones.
    case isDurable
    /// This thread must flush now, and then call ``didFlush(_:)``.
    case flush
    /// Another thread flushes. This thread must wait until ``endCount`` exceeds this number.
    case wait(endCount: Int)
    /// The disk has not stored the commit.
    case failed(FlushFailure)
  }

  /// The number of the newest commit. 0 before the first commit.
  private(set) var newest: UInt64 = 0
  /// The number of the newest commit that a flush has stored.
  private var durable: UInt64 = 0
  /// The newest commit that the running flush covers. Nil if no flush runs.
  private var covered: UInt64?
  /// How many commits the last flush has stored.
  private var lastCount: UInt64 = 0
  /// How many flushes have ended.
  private(set) var endCount = 0
  /// The last failed flush, until the log was written again.
  ///
  /// Later flushes prove nothing about the commits before them. See
  /// ``WriterLog/storeIfInDoubt()``.
  private(set) var failure: FlushFailure?

  /// Whether a thread is flushing.
  var isFlushing: Bool { covered != nil }

  /// Whether the next commit will probably share its flush: commits wait for a flush, or the last
  /// flush was shared.
  var isCrowded: Bool { durable < newest || lastCount > 1 }

  /// Counts a commit whose frames are complete in the log. Returns its number.
  mutating func didCommit() -> UInt64 {
    newest += 1
    return newest
  }

  /// Records that a COMMIT has flushed the log, and with it all earlier commits.
  ///
  /// Call this while no other thread can commit.
  mutating func commitDidFlush() {
    if failure == nil { durable = newest }
  }

  /// Records that a flush inside of COMMIT has failed. SQLite has undone that commit.
  mutating func commitDidFail(_ failure: FlushFailure) { self.failure = failure }

  mutating func nextStep(for number: UInt64) -> Step {
    if number <= durable { return .isDurable }
    if let failure { return .failed(failure) }
    if isFlushing { return .wait(endCount: endCount) }
    covered = newest
    return .flush
  }

  /// The next action of a thread that waits until all commits are durable or have failed, and no
  /// flush runs.
  ///
  /// In contrast to ``nextStep(for:)``, the thread waits for a running flush also if a failure is
  /// known.
  mutating func nextStepOfEnd() -> Step {
    isFlushing ? .wait(endCount: endCount) : nextStep(for: newest)
  }

  /// Ends the running flush.
  ///
  /// - Parameter failure: The failure of the flush, or nil.
  mutating func didFlush(_ failure: FlushFailure?) {
    guard let covered else { return }
    self.covered = nil
    endCount += 1
    if let failure {
      self.failure = failure
    } else if covered > durable {
      lastCount = covered - durable
      durable = covered
    }
  }

  /// Records that the complete log was written again and flushed.
  ///
  /// Call this while no other thread can commit.
  mutating func didRewrite() {
    failure = nil
    durable = newest
  }
}
