/// Checks that the server's log before the file's position is the log that the file has received.
///
/// A server that was restored from a copy of its data directory has the identity and the timeline
/// of before. Its log may have passed the file's position again, with other transactions. The slot
/// of such a server is as old as the copy. A feed that begins at the newest transaction that the
/// file has received therefore sends this transaction first if the server is the one that the file
/// knows, and no other transaction up to the file's position.
struct HistoryCheck {
  /// The position at which the server has to begin. It begins later if the file has confirmed a
  /// later position.
  let start: LogPosition
  private let position: LogPosition
  /// The newest transaction of the file, until the server has sent it, or nil if the slot's
  /// confirmed position shows already that the server has it.
  private var awaited: TransactionMark?
  private let isChecked: Bool

  /// - Parameter confirmed: The position of the slot on the server. It is not after the file's.
  init(of request: FeedRequest, confirmed: LogPosition) {
    position = request.position
    switch request.newest {
    case .unknown: (isChecked, awaited, start) = (false, nil, position)
    case .none: (isChecked, awaited, start) = (true, nil, .zero)
    case .received(let mark):
      (isChecked, awaited, start) = (true, mark.end > confirmed ? mark : nil, mark.position)
    }
  }

  /// Returns whether the file lacks a transaction that the server has sent.
  ///
  /// - Throws: `.needsReconcile` if the server's log is not the one that the file has received.
  mutating func isNew(_ mark: TransactionMark) throws(ReplicationError) -> Bool {
    guard isChecked else { return mark.end > position }
    guard let awaited else {
      guard mark.end > position else { throw Self.otherHistory }
      return true
    }
    if mark.end < awaited.end { return false }
    guard mark == awaited else { throw Self.otherHistory }
    self.awaited = nil
    return false
  }

  /// Notes that the server has sent all transactions up to a position.
  ///
  /// - Throws: `.needsReconcile` if the server's log is not the one that the file has received.
  func didReach(_ end: LogPosition) throws(ReplicationError) {
    guard let awaited, end >= awaited.end else { return }
    throw Self.otherHistory
  }

  private static var otherHistory: ReplicationError {
    ReplicationError(
      .needsReconcile,
      "The server does not have the transactions that the file has received from it: it was "
        + "restored from a copy of its files.",
      remedy: "Reconcile the file."
    )
  }
}
