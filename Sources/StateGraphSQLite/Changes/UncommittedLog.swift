/// The changes of one watched table in the open transaction, in the order in which they were made.
///
/// ``WatchedTable`` keeps only the first and the last image of each row. A reader that keeps a list
/// of rows up to date needs the steps between.
struct UncommittedLog {
  /// The number of changes that are kept. A reader that finds the log incomplete reads its rows
  /// again, so a long write needs no memory for all its changes.
  static let limit = 16_384

  private(set) var changes: [UncommittedStep] = []

  /// Adds a change. Returns false if the log is full.
  mutating func append(_ old: RowImage?, _ new: RowImage?) -> Bool {
    guard changes.count < UncommittedLog.limit else { return false }
    changes.append(UncommittedStep(old: old, new: new))
    return true
  }
}

/// One change of a row in the open transaction.
package struct UncommittedStep: Sendable {
  /// The declared columns before the change. Nil if the row did not exist.
  package let old: RowImage?
  /// The declared columns after the change. Nil if the row does not exist any more.
  package let new: RowImage?
}

/// A place in the log of a table's uncommitted changes.
package struct UncommittedMark: Sendable {
  /// The number of the log. A log that has lost changes is replaced by one with another number.
  let log: Int
  let place: Int
}
