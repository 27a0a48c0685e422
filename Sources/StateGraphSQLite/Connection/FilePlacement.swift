import Glibc

/// Checks whether the files of a connection are still at their paths, before each write.
///
/// A check of three paths costs three system calls. Nearly every check needs only one, because a
/// file cannot come, go or change its name without a change of its folder's times.
///
/// Only the thread that holds the connection may use this object.
final class FilePlacement {
  let files: DatabaseFiles
  private let folder: String
  private let quietNanoseconds: Int64
  /// The state of the folder that every later change of its names will change. The files were in
  /// place in this state. Nil until the folder was unchanged for long enough.
  private var reliable: FolderState?
  /// The newest state in which the files were in place, and the time at which it was first seen.
  private var seen: (state: FolderState, time: Int64)?
  /// The time of the last check, in nanoseconds of the monotonic clock.
  private var checkedAt: Int64 = 0

  /// How long a folder must be unchanged before its times are relied on.
  ///
  /// A file system stores times in steps, of two seconds at most (FAT). Two changes in one step
  /// have the same time. A change that comes later than one step after another has another time.
  static var quietNanoseconds: Int64 { 3_000_000_000 }
  /// How long a write may take without a second check before COMMIT.
  private static var longWriteNanoseconds: Int64 { 1_000_000 }

  /// - Parameters:
  ///   - files: The files of the connection.
  ///   - path: The absolute path of the database.
  ///   - quietNanoseconds: How long the folder must be unchanged before its times are relied on.
  init(
    _ files: DatabaseFiles,
    at path: String,
    quietNanoseconds: Int64 = FilePlacement.quietNanoseconds
  ) {
    self.files = files
    self.quietNanoseconds = quietNanoseconds
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether the last check needed no look at the files, because the folder is unchanged.
  var isFolderReliable: Bool { reliable != nil }

  /// Throws if the files are not at their paths. Call this at the beginning of a write.
  ///
  /// - Throws: `.fileMoved` if a file was deleted, moved or replaced.
  func require() throws(DatabaseError) {
    let now = monotonicNanoseconds()
    checkedAt = now
    // The folder must be read before the files. A change in between then leads to another check.
    let state = FolderState(folder)
    if let state, state == reliable { return }
    reliable = nil
    try files.requireInPlace()
    guard let state else { return seen = nil }
    if let seen, seen.state == state {
      if now - seen.time >= quietNanoseconds { reliable = state }
    } else {
      seen = (state, now)
    }
  }

  /// Checks the files again if the write has taken long. Call this before COMMIT.
  ///
  /// A short write is checked only at its beginning. Whatever happens to the files during such a
  /// write could as well happen immediately after it.
  ///
  /// - Throws: `.fileMoved` if a file was deleted, moved or replaced.
  func requireAfterLongWrite() throws(DatabaseError) {
    guard monotonicNanoseconds() - checkedAt > FilePlacement.longWriteNanoseconds else { return }
    try require()
  }
}

/// The identity of a folder, and the times that change when a name in it is added, removed or
/// changed.
private struct FolderState: Equatable {
  private let identity: Inode
  private let contentSeconds: Int
  private let contentNanoseconds: Int
  private let statusSeconds: Int
  private let statusNanoseconds: Int

  /// Returns nil if the folder cannot be looked up, or has no inode number.
  init?(_ path: String) {
    var information = stat()
    guard stat(path, &information) == 0, information.st_ino != 0 else { return nil }
    identity = Inode(
      device: UInt64(information.st_dev),
      inode: UInt64(information.st_ino)
    )
    contentSeconds = information.st_mtim.tv_sec
    contentNanoseconds = information.st_mtim.tv_nsec
    statusSeconds = information.st_ctim.tv_sec
    statusNanoseconds = information.st_ctim.tv_nsec
  }
}
