/// The changes of one watched table in the open transaction, in the order in which they were made.
///
/// A relationship reads this log to update its list of rows inside a write. ``WatchedTable`` alone
/// does not have this order: it stores only the first and the last image of each changed row.
///
/// Only the thread that holds the write lock uses this object.
package final class UncommittedLog {
  /// The maximum number of changes in the log, so that a long write does not fill the memory.
  ///
  /// If a transaction makes more changes, the log is discarded. A relationship that wants to read
  /// the log must then read all its rows again.
  private static let limit = 16_384

  /// Nil before the first call of ``mark()`` in the transaction, and after changes were lost.
  @exclusivity(unchecked) private var changes: [UncommittedStep]?
  @exclusivity(unchecked) private var number = 0

  var isOn: Bool { changes != nil }

  /// Returns the position after the newest change of the open transaction.
  ///
  /// A later call of ``changes(since:)`` with this position returns the changes made in between.
  /// The first call in a transaction starts the log of changes.
  package func mark() -> UncommittedMark {
    if changes == nil { changes = [] }
    return UncommittedMark(log: number, place: changes?.count ?? 0)
  }

  /// Returns the changes that the open transaction has made after `mark`, in their order.
  ///
  /// Returns nil if the log has lost changes, for example because a nested write was undone. The
  /// caller must then read its rows again.
  package func changes(since mark: UncommittedMark) -> ArraySlice<UncommittedStep>? {
    mark.log == number ? changes?[mark.place...] : nil
  }

  /// Appends a change to a log that is on. Discards the log if it already has `limit` changes.
  func append(old: RowImage?, new: RowImage?) {
    guard let count = changes?.count else { return }
    guard count < UncommittedLog.limit else { return drop() }
    changes?.append(UncommittedStep(old: old, new: new))
  }

  /// Discards the log, because changes were lost or the transaction has ended.
  func drop() {
    guard isOn else { return }
    changes = nil
    number += 1
  }
}

/// One change of a row in the open transaction.
package struct UncommittedStep: Sendable {
  /// The declared columns before the change. Nil if the row did not exist.
  package let old: RowImage?
  /// The declared columns after the change. Nil if the row does not exist any more.
  package let new: RowImage?
}

/// A position in the ``UncommittedLog`` of a table. A reader stores it, to ask later for the
/// changes after this position.
package struct UncommittedMark: Sendable {
  /// The number of the log. If a log has lost changes, the table replaces it with a new log that
  /// has the next number. A mark with an older number is then invalid.
  let log: Int
  let place: Int
}

/// The current values of one row inside the open transaction, if they are known without a query.
package enum UncommittedImage {
  /// The transaction has not changed the row, so its committed values are current.
  case untouched
  /// The transaction has changed the row.
  ///
  /// The image contains the current values of its declared columns.
  case image(RowImage)
  /// The row may have been deleted, or its current values are not in memory.
  ///
  /// The caller must read the row with SQL.
  case unknown
}

/// The values of a row at BEGIN, if the open transaction has changed the row.
package enum UncommittedChange: Sendable {
  /// The row did not exist at BEGIN.
  case inserted
  /// The row existed at BEGIN with the values in this image.
  ///
  /// The transaction has updated or deleted the row.
  case existed(RowImage)
  /// The values of the row at BEGIN are not known.
  ///
  /// The usual reason is that the transaction has changed more rows than are kept in memory.
  case unknown
}
