import CSQLite

extension Connection {
  /// Notes of every commit whether it has written anything.
  func installWALHook() {
    sqlite3_wal_hook(
      handle,
      { context, _, _, _ in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.lastCommitWrote = true
        }
        return SQLITE_OK
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }
}
