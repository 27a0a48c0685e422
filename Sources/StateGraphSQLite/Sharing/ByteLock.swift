import Glibc

/// Advisory locks on ranges of a file's bytes that belong to an open file description
/// (<https://man7.org/linux/man-pages/man2/F_OFD_SETLK.2const.html>).
enum ByteLock {
  enum Attempt: Equatable {
    case acquired, heldByAnother
    /// The file system has no such locks, or the system no room for another.
    case unavailable(code: Int32)
  }

  // Part of Linux's interface to programs; Glibc shows them to those only who define _GNU_SOURCE.
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

  /// Takes a lock, or changes the kind of one that is held, without waiting.
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

  /// Some range in `bytes` that another description has locked in any way; nil where there is none.
  static func conflict(_ descriptor: Int32, _ bytes: Range<Int>) -> Range<Int>? {
    var lock = range(bytes, F_WRLCK)
    guard fcntl(descriptor, getLock, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    // A length of zero means to the end, whatever that will be.
    let end = lock.l_len == 0 ? bytes.upperBound : lock.l_start + lock.l_len
    return bytes.clamped(to: lock.l_start..<max(end, lock.l_start))
  }
}
