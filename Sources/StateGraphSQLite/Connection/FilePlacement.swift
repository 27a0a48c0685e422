import Glibc
import StateGraphThreads

/// Checks before each write that the database file, its `-wal` and its `-shm` are still at their
/// paths.
///
/// Looking up the three files costs three system calls. Nearly every check needs only one call,
/// which reads the modification times of their folder. If these times are unchanged, no file in the
/// folder was created, deleted or renamed.
///
/// Only the thread that holds the connection may use this object.
final class FilePlacement {
  let files: DatabaseFiles
  private let folder: String
  private let quietNanoseconds: Int64?
  /// The state of the folder that proves that all files are at their paths. While the folder has
  /// this state, the files need not be looked up.
  ///
  /// The value is nil until the folder was unchanged for a while, and after the folder has changed.
  private var reliable: FolderState?
  /// The last folder state in which all files were at their paths, and the time of the first check
  /// that found this state.
  private var seen: (state: FolderState, time: Int64)?
  /// The time of the last check, in nanoseconds of the monotonic clock.
  private var checkedAt: Int64 = 0

  /// How long a folder must be unchanged before its times are relied on, because every later
  /// change then has another time. Three seconds, because file systems round times, to two seconds
  /// at most (FAT).
  ///
  /// A time with nanoseconds was not rounded. It then suffices that the clock for the times of
  /// files has gone on, and that 20 milliseconds have passed. On a file system whose times come
  /// from another machine, these are two steps of the slowest clock of Linux.
  ///
  /// - Parameters:
  ///   - change: The time of the folder's last change.
  ///   - clock: The time that a local file would have got if it had changed before the folder was
  ///     looked up.
  static func quietNanoseconds(after change: timespec, clock: timespec) -> Int64 {
    let isRounded = change.tv_nsec % 1_000 == 0
    let isPast = (change.tv_sec, change.tv_nsec) < (clock.tv_sec, clock.tv_nsec)
    return isPast && !isRounded ? 20_000_000 : 3_000_000_000
  }

  /// The duration after which a write checks its files a second time before COMMIT: one
  /// millisecond.
  private static var longWriteNanoseconds: Int64 { 1_000_000 }

  /// - Parameters:
  ///   - files: The files of the connection.
  ///   - path: The absolute path of the database.
  ///   - quietNanoseconds: How long the folder must be unchanged before its times are relied on. It
  ///     is nil if this depends on the file system. Tests pass a time.
  init(_ files: DatabaseFiles, at path: String, quietNanoseconds: Int64? = nil) {
    self.files = files
    self.quietNanoseconds = quietNanoseconds
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether the folder's state is known so well that the next check reads only this state, if the
  /// folder is still unchanged.
  var isFolderReliable: Bool { reliable != nil }

  /// Throws if the files are not at their paths. Call this at the beginning of a write.
  ///
  /// - Throws: `.fileMoved` if a file was deleted, moved or replaced.
  func require() throws(DatabaseError) {
    let now = Int64(SystemClock.uptime)
    checkedAt = now
    // The clock is read before the folder's state, and the state before the files are looked up. If
    // a file is moved between these steps, the next check finds another state of the folder.
    let clock = FolderState.clock
    let state = FolderState(folder)
    if let state, state == reliable { return }
    reliable = nil
    try files.requireInPlace()
    guard let state else { return seen = nil }
    if let seen, seen.state == state {
      let quiet = Self.quietNanoseconds(after: state.changedAt, clock: clock)
      if now - seen.time >= quietNanoseconds ?? quiet { reliable = state }
    } else {
      seen = (state, now)
    }
  }

  /// Checks the files again before COMMIT if the write has taken longer than a millisecond.
  ///
  /// A shorter write is not checked again. A file that is moved during such a write could as well
  /// be moved immediately after the write, which no check can prevent.
  ///
  /// - Throws: `.fileMoved` if a file was deleted, moved or replaced.
  func requireAfterLongWrite() throws(DatabaseError) {
    guard Int64(SystemClock.uptime) - checkedAt > FilePlacement.longWriteNanoseconds else { return }
    try require()
  }
}

/// The identity of a folder, and its modification times. The times change when a file in the folder
/// is created, deleted or renamed.
private struct FolderState: Equatable {
  private let identity: Inode
  private let contentSeconds: Int
  private let contentNanoseconds: Int
  private let statusSeconds: Int
  private let statusNanoseconds: Int

  /// The time that the system would store now for a change of a local file.
  static var clock: timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    return now
  }

  /// The time of the last change of any kind. Unlike the other time, programs cannot set it.
  var changedAt: timespec { timespec(tv_sec: statusSeconds, tv_nsec: statusNanoseconds) }

  /// Returns nil if the folder cannot be looked up, or if its file system has no inode numbers.
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
