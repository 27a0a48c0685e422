/// The writes that together are one step of an undo log.
///
/// A write joins the newest step if both have the same key, and if the last write of the step is at
/// most the interval ago.
package struct UndoGrouping: Sendable {
  let key: String
  /// The longest time between two writes of one step, in milliseconds.
  let interval: Int64

  package init(key: String, within interval: Duration) {
    self.key = key
    let (seconds, attoseconds) = interval.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    self.interval = overflow ? .max : whole &+ attoseconds / 1_000_000_000_000_000
  }

  /// Returns a time that a column stores, in milliseconds since 2001.
  package static func time(of value: SQLiteValue) -> Int64 {
    guard case .text(let text) = value, let seconds = DateText.seconds(of: text) else {
      return .max
    }
    return Int64(exactly: (seconds * 1_000).rounded()) ?? .max
  }

  /// Returns whether a write at the time `now` joins the newest step of the log.
  ///
  /// The time of day may jump. A step that seems to be of the future is not joined.
  ///
  /// - Parameters:
  ///   - newest: The newest step, after the write has deleted the undone steps.
  ///   - hasDeletedSteps: Whether the write has deleted undone steps. The user has undone
  ///     something since the newest step then, so that the write begins a step of its own.
  ///   - now: The time of the write, in milliseconds since 2001.
  func joins(_ newest: UndoStepHead?, hasDeletedSteps: Bool, now: Int64) -> Bool {
    guard let newest, !hasDeletedSteps, let group = newest.group,
      group.hasSameBytes(as: key), let writtenAt = newest.writtenAt, writtenAt <= now
    else { return false }
    let (elapsed, overflow) = now.subtractingReportingOverflow(writtenAt)
    return !overflow && elapsed <= interval
  }
}

/// The bounds of an undo log. The oldest steps beyond a bound are replaced or deleted.
package struct UndoLimit: Sendable {
  package let stepCount: Int
  /// The maximum number of bytes of the rows of all steps.
  package let byteCount: Int

  /// - Throws: `.misuse` if a number is not positive.
  package init(stepCount: Int, byteCount: Int) throws(DatabaseError) {
    guard stepCount > 0, byteCount > 0 else {
      throw DatabaseError(
        .misuse,
        "The limits of an undo log must be positive.",
        remedy: "Choose a limit of at least one step and one byte."
      )
    }
    (self.stepCount, self.byteCount) = (stepCount, byteCount)
  }

  /// Returns how many of `count` steps are too many.
  func excessCount(of count: Int) -> Int { max(0, count - stepCount) }

  /// Returns the byte before which the steps to delete begin, for the bound of bytes, or nil if
  /// none must be deleted.
  ///
  /// A deletion makes room for an eighth of the bytes. It never concerns the newest step.
  func firstKeptByte(afterWriting newest: UndoStepHead, oldest: Int64) -> Int64? {
    guard newest.bytesThrough &- oldest > Int64(byteCount) else { return nil }
    let byte = newest.bytesThrough &- Int64(byteCount - byteCount / 8)
    return min(byte, newest.bytesBefore)
  }
}
