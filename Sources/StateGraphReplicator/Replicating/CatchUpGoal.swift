import StateGraphReplication

/// Where a file is when it has what the server had as its feed began.
struct CatchUpGoal {
  /// The end of the server's log then.
  let end: LogPosition
  /// The number of bytes before the end about which a feed does not tell, because they contain
  /// nothing for the file.
  let slack: UInt64

  func isReached(at position: LogPosition) -> Bool {
    end.rawValue <= position.rawValue || end.rawValue - position.rawValue <= slack
  }
}
