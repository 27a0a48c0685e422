/// The bounds of an undo log. The oldest steps beyond a bound are deleted.
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

  /// The number of steps that are deleted at once. A deletion changes another page of the file, so
  /// that most writes delete none.
  private var batch: Int64 { Int64(max(1, stepCount / 8)) }

  /// Returns the number of the newest step to delete for the bound of steps. Nil if none must be
  /// deleted now.
  ///
  /// The steps of a log have consecutive numbers from 1. The steps that stay, and those that follow
  /// until the next deletion, are at most ``stepCount``.
  func lastDeletedNumber(afterWriting newest: UndoStepHead) -> Int64? {
    guard newest.number % batch == 0 else { return nil }
    let number = newest.number &- (Int64(stepCount) - batch + 1)
    return number > 0 ? number : nil
  }

  /// Whether the log may have too many bytes, so that the oldest step must be read.
  func mayExceedBytes(afterWriting newest: UndoStepHead) -> Bool {
    newest.bytesThrough > Int64(byteCount)
  }

  /// Returns the byte before which the steps to delete begin, for the bound of bytes. Nil if none
  /// must be deleted.
  ///
  /// A deletion makes room for an eighth of the bytes. It never concerns the newest step.
  func firstKeptByte(afterWriting newest: UndoStepHead, oldest: Int64) -> Int64? {
    guard newest.bytesThrough &- oldest > Int64(byteCount) else { return nil }
    let byte = newest.bytesThrough &- Int64(byteCount - byteCount / 8)
    return min(byte, newest.bytesBefore)
  }
}
