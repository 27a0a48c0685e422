import Glibc

/// Advisory locks on byte ranges of a file. A lock belongs to an open file description
/// (<https://man7.org/linux/man-pages/man2/F_OFD_SETLK.2const.html>).
enum ByteLock {
  enum Attempt: Equatable {
    case acquired, heldByAnother
    /// The file system does not support such locks, or the operating system has no room for another
    /// lock.
    case unavailable(code: Int32)
  }

  // The values of F_OFD_GETLK and F_OFD_SETLK, which Glibc declares only with _GNU_SOURCE.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  private static func range(_ bytes: Range<Int>, _ kind: Int32) -> flock {
    flock(
      l_type: Int16(kind),
      l_whence: Int16(SEEK_SET),
      l_start: bytes.lowerBound,
      l_len: bytes.count,
      l_pid: 0
    )
  }

  /// Takes a lock without waiting, or changes a lock that is already held between shared and
  /// exclusive.
  static func attempt(_ descriptor: Int32, _ bytes: Range<Int>, exclusive: Bool) -> Attempt {
    var lock = range(bytes, exclusive ? F_WRLCK : F_RDLCK)
    while fcntl(descriptor, setLock, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return .heldByAnother
      default: return .unavailable(code: errno)
      }
    }
    return .acquired
  }

  static func release(_ descriptor: Int32, _ bytes: Range<Int>) {
    var lock = range(bytes, F_UNLCK)
    while fcntl(descriptor, setLock, &lock) != 0, errno == EINTR {}
  }

  /// Returns a range in `bytes` that another open file description has locked, shared or exclusive.
  /// Returns nil if there is none.
  static func conflict(_ descriptor: Int32, _ bytes: Range<Int>) -> Range<Int>? {
    var lock = range(bytes, F_WRLCK)
    guard fcntl(descriptor, getLock, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    // A lock of length zero extends to the end of the file, however long the file becomes.
    let end = lock.l_len == 0 ? bytes.upperBound : lock.l_start + lock.l_len
    return bytes.clamped(to: lock.l_start..<max(end, lock.l_start))
  }
}
