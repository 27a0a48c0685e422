import CSQLite

extension Connection {
  /// Notes of every commit whether it has written anything, and how long the log is now. It takes
  /// the place of SQLite's own hook, which would move pages to the file whoever has the turn.
  func installWALHook() {
    sqlite3_wal_hook(
      handle,
      { context, _, _, frameCount in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.lastCommitWrote = true
          $0.logFrameCount = Int(frameCount)
        }
        return SQLITE_OK
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }
}
