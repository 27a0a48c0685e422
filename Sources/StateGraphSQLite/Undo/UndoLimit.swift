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
