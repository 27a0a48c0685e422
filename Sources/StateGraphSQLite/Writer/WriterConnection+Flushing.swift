/// Flushes of the log, by which a commit survives a power failure.
extension WriterConnection {
  func setDurability(_ durability: Durability) throws(DatabaseError) {
    self.durability = durability
    try setSynchronous(durability == .full)
  }

  /// Chooses whether the next COMMIT flushes the log. With ``Durability/normal``, does nothing.
  ///
  /// If COMMIT does not flush, the caller must flush the log before it reports the commit as
  /// durable. SQLite then still flushes the log before each checkpoint, and the header of the log
  /// when the log begins again, so that a power failure cannot damage the file.
  ///
  /// Call this while no transaction is open.
  func flushAtCommit(_ isFlushed: Bool) throws(DatabaseError) {
    guard durability == .full, isFlushed != flushesAtCommit else { return }
    try setSynchronous(isFlushed)
  }

  private func setSynchronous(_ isFull: Bool) throws(DatabaseError) {
    // SQLite changes this setting while it compiles the statement, so that a statement of the cache
    // would have no effect.
    try compile(isFull ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL").run()
    flushesAtCommit = isFull
  }
}
