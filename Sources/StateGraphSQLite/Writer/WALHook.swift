import CSQLite

/// Stores the data that SQLite's WAL hook reports after each commit of one writer connection.
///
/// This hook replaces SQLite's own hook, which would run a checkpoint even while another process
/// holds the write lock. Only the thread that holds the writer connection may use this object.
final class WALHook {
  /// Whether the last COMMIT has written to the file.
  ///
  /// The writer sets this property to false before each COMMIT. SQLite calls the hook only for a
  /// commit that writes, and the hook sets the property to true.
  @exclusivity(unchecked) var lastCommitWrote = false

  /// The number of pages in the log after the last commit that wrote to the file.
  ///
  /// 0 after the log was truncated.
  @exclusivity(unchecked) var logFrameCount = 0

  /// Makes SQLite call this object after each commit of a connection.
  ///
  /// - Parameter handle: The connection of the writer. It must not outlive this object.
  func install(on handle: OpaquePointer) {
    sqlite3_wal_hook(
      handle,
      { context, _, _, frameCount in
        guard let context else { return SQLITE_OK }
        Unmanaged<WALHook>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.lastCommitWrote = true
          $0.logFrameCount = Int(frameCount)
        }
        return SQLITE_OK
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }
}
