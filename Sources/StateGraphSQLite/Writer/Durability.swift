/// The failures that a committed transaction survives
/// (<https://sqlite.org/pragma.html#pragma_synchronous>).
public enum Durability: Sendable {
  /// Commits survive the end of the process at any instant. This is the default.
  ///
  /// A power failure may lose the newest commits, but it never changes the order of commits or
  /// damages the file.
  case normal
  /// Commits also survive a power failure.
  ///
  /// A small transaction takes about ten times as long as with `normal`, because the write returns
  /// only after a flush of the disk. Writes of several threads and tasks share a flush. They then
  /// throw ``DatabaseError/Code-swift.struct/notDurable`` if the flush fails. Until the flush has
  /// ended, other threads and processes can already read the values of such a write. The write
  /// calls its observers after the flush. An observer that another change calls earlier sees the
  /// new values, and is not called again for them.
  case full
}

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
