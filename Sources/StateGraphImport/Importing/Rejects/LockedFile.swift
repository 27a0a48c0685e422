import Glibc
import StateGraphSQLite

/// A regular file that is open for writing and locked by this process.
///
/// This object owns the descriptor. Only one thread uses it.
final class LockedFile {
  private let descriptor: Int32

  // With O_NONBLOCK, opening a named pipe that no process reads fails at once. Otherwise the call
  // would wait for a reader.
  private static let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK

  /// Why a file cannot be opened: the number of the system's error.
  struct Failure: Error {
    let number: Int32
  }

  private init(locking descriptor: Int32) throws(Failure) {
    guard descriptor >= 0 else { throw Failure(number: errno) }
    var information = stat()
    let isRegular =
      fstat(descriptor, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    guard isRegular, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = isRegular ? errno : EEXIST
      close(descriptor)
      throw Failure(number: number)
    }
    self.descriptor = descriptor
  }

  /// Creates a new file.
  convenience init(creating path: String) throws(Failure) {
    try self.init(locking: open(path, Self.flags | O_CREAT | O_EXCL, 0o600))
  }

  /// Opens an existing file, to write after its last byte.
  ///
  /// - Throws: A failure with the number `EWOULDBLOCK` if another process has locked the file, and
  ///   with `EEXIST` if it is not a regular file.
  convenience init(existing path: String) throws(Failure) {
    try self.init(locking: open(path, Self.flags | O_APPEND))
  }

  deinit {
    // The lock is released before the descriptor is closed, because a process that another thread
    // starts has a copy of the descriptor, and so keeps the lock, until it runs its program.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  var byteCount: Int64 {
    var information = stat()
    return fstat(descriptor, &information) == 0 ? Int64(information.st_size) : 0
  }

  /// Returns whether `path` still names this file. Another process may have renamed a file to
  /// `path` before this process had the lock.
  func isAt(_ path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(path, &named) == 0 && own.st_ino == named.st_ino
      && own.st_dev == named.st_dev
  }

  /// Removes all bytes after `length`. Returns false if the file system refuses.
  func truncate(to length: Int64) -> Bool { ftruncate(descriptor, off_t(length)) == 0 }

  /// Writes all bytes at the end of the file. Returns nil, or the number of the error.
  func write(_ bytes: [UInt8]) -> Int32? {
    bytes.withUnsafeBytes { FileBytes.write($0, to: descriptor) }
  }
}
