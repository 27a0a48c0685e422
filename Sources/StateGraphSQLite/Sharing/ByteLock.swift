import Glibc

/// Takes and releases advisory locks on ranges of bytes in a file. A lock belongs to an open file
/// description and not to a process
/// (<https://man7.org/linux/man-pages/man2/F_OFD_SETLK.2const.html>).
enum ByteLock {
  enum Attempt: Equatable {
    case acquired, heldByAnother
    /// The file system does not support these locks, or the operating system allows no more locks.
    /// `code` is the value of `errno`.
    case unavailable(code: Int32)
  }

  // The values of F_OFD_GETLK and F_OFD_SETLK. Glibc declares these names only with _GNU_SOURCE.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  private static func range(_ bytes: Range<Int>, kind: Int32) -> flock {
    flock(
      l_type: Int16(kind),
      l_whence: Int16(SEEK_SET),
      l_start: bytes.lowerBound,
      l_len: bytes.count,
      l_pid: 0
    )
  }

  /// Takes a lock without waiting. If the file description already has a lock on the bytes, changes
  /// that lock to shared or exclusive.
  static func attempt(_ descriptor: Int32, bytes: Range<Int>, exclusive: Bool) -> Attempt {
    var lock = range(bytes, kind: exclusive ? F_WRLCK : F_RDLCK)
    while fcntl(descriptor, setLock, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return .heldByAnother
      default: return .unavailable(code: errno)
      }
    }
    return .acquired
  }

  static func release(_ descriptor: Int32, bytes: Range<Int>) {
    var lock = range(bytes, kind: F_UNLCK)
    while fcntl(descriptor, setLock, &lock) != 0, errno == EINTR {}
  }

  /// Returns a range in `bytes` on which another file description has a shared or exclusive lock.
  /// Returns nil if no other file description has a lock on any of `bytes`.
  static func conflict(_ descriptor: Int32, bytes: Range<Int>) -> Range<Int>? {
    var lock = range(bytes, kind: F_WRLCK)
    guard fcntl(descriptor, getLock, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    // A length of zero means that the lock extends to the end of the file, even if the file grows.
    let end = lock.l_len == 0 ? bytes.upperBound : lock.l_start + lock.l_len
    return bytes.clamped(to: lock.l_start..<max(end, lock.l_start))
  }
}
