import CSQLite

/// What SQLite's WAL hook has reported about the commits of one writer.
///
/// This hook replaces SQLite's own hook, which would checkpoint the log even while another process
/// holds the write lock. Only the thread that holds the writer may use it.
final class CommitNotes {
  /// Whether the last COMMIT has written to the file. The writer sets it to false before each
  /// COMMIT.
  @exclusivity(unchecked) var lastCommitWrote = false

  /// The number of pages in the log after the last commit that wrote to the file.
  @exclusivity(unchecked) var logFrameCount = 0

  /// Installs the hook.
  ///
  /// - Parameter handle: The connection of the writer. It must be closed before this object is
  ///   freed.
  func install(on handle: OpaquePointer) {
    sqlite3_wal_hook(
      handle,
      { context, _, _, frameCount in
        guard let context else { return SQLITE_OK }
        Unmanaged<CommitNotes>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.lastCommitWrote = true
          $0.logFrameCount = Int(frameCount)
        }
        return SQLITE_OK
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }
}
