import CSQLite

/// What SQLite's WAL hook reported about the commits of one writer.
///
/// The hook replaces SQLite's own, which would checkpoint the log even while another process holds
/// the write lock. Confined to the holder of the writer.
final class CommitNotes {
  /// Whether the last COMMIT has written to the file. It is reset to false before each COMMIT.
  @exclusivity(unchecked) var lastCommitWrote = false

  /// The number of pages in the log after the last commit that wrote to the file.
  @exclusivity(unchecked) var logFrameCount = 0

  /// - Parameter handle: The connection of the writer, which must not outlive this object.
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
