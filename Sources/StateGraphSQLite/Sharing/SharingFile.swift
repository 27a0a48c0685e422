import Glibc

/// The file `<path>-sharing` beside a database, with which processes that share the database
/// coordinate.
///
/// Processes lock single bytes of this file. The file also contains the positions up to which
/// followers have read the commit log. A follower is an object that reads the commits of the file
/// one by one.
///
/// A lock belongs to this object, that is, to its open file description (`F_OFD_SETLK` of
/// fcntl(2)). Two objects in one process therefore exclude each other as two processes do. The
/// operating system releases the locks of a process that dies.
///
/// No other code opens this file, and this type opens no database. If a process closes a descriptor
/// of a database, it loses SQLite's locks on it (<https://sqlite.org/howtocorrupt.html>, section
/// 2.2).
///
/// The file is never mapped into memory. Any program that may write it can truncate it, and the
/// operating system ends a process that reads a truncated part of a mapped file.
///
/// Thread-safe. The last object that closes the file also removes it.
package final class SharingFile: Sendable {
  /// The byte that a writer locks exclusively while it writes. See ``InterprocessWriteLock``.
  package static let writeLockByte = 0
  static let writeLockBytes = writeLockByte..<writeLockByte + 1
  /// The byte on which every process that has the file open holds a shared lock. A process removes
  /// the file only if no other process holds this lock.
  package static let presenceByte = 1
  /// The bytes for the slots of followers. Each registered follower holds an exclusive lock on one
  /// of these bytes.
  package static let slotBytes = 64..<(64 + slotCount)
  /// The largest number of followers that can be registered at one time.
  package static let slotCount = 256

  /// The offset at which the positions of the followers start, with eight bytes for each slot.
  ///
  /// The bytes before this offset contain the number of the last ticket (``InterprocessLockQueue``)
  /// and the count of followers (``countArrival()``).
  static let positionsOffset = 4096
  /// The size of the file in bytes.
  ///
  /// The size of a database is a multiple of 512, and this size is not. The library can therefore
  /// tell a sharing file from a database without opening the file.
  static let byteCount = positionsOffset + 8 * slotCount + 1

  let descriptor: Int32
  let path: String

  /// Takes over an open sharing file.
  ///
  /// - Parameters:
  ///   - descriptor: An open descriptor with the presence byte locked. This object closes it.
  ///   - path: The path of the file.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    // The shared lock is released first. If two objects tried to make their shared locks exclusive
    // at the same time, neither would succeed.
    unlock(byte: SharingFile.presenceByte)
    // This exclusive lock succeeds only if no other process has the file open. A process that opens
    // the file now finds out after the opening that the file is no longer at its path.
    if tryLock(byte: SharingFile.presenceByte, exclusive: true), isInPlace { unlink(path) }
    close(descriptor)
  }

  /// Whether the open file was removed or truncated by another program.
  enum Condition: Equatable {
    case whole
    /// The file was deleted, so no other process can open it.
    case removed
    /// The file is shorter than ``byteCount``, so other processes do not recognize it. Its locks
    /// still exist.
    case truncated
  }

  /// The current condition of the file. The check costs one system call. Unlike ``isInPlace``, it
  /// does not detect another file at the same path.
  var condition: Condition {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return .whole }
    if information.st_nlink == 0 { return .removed }
    return information.st_size < SharingFile.byteCount ? .truncated : .whole
  }

  /// Extends a truncated file to its full size.
  ///
  /// The lost positions of followers become 0. Writers then keep more of the commit log until the
  /// followers write their positions again.
  func restoreSize() {
    _ = ftruncate(descriptor, off_t(SharingFile.byteCount))
  }

  /// Whether this file is still at its path.
  ///
  /// If the file was removed, other processes create a new sharing file. A lock in the old file
  /// does not exclude a lock in the new file.
  package var isInPlace: Bool {
    var (mine, found) = (stat(), stat())
    return fstat(descriptor, &mine) == 0 && lstat(path, &found) == 0
      && mine.st_ino == found.st_ino && mine.st_dev == found.st_dev
  }
}

extension DatabaseLocation {
  /// The path of the sharing file, or nil for a database in memory, which cannot be shared.
  var sharingPath: String? {
    guard case .file(let path) = self else { return nil }
    return path + "-sharing"
  }
}
