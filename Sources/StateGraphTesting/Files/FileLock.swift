import Glibc

/// An exclusive lock on a file, which this process holds as long as the object exists.
///
/// The kernel releases the lock when the process ends, also after SIGKILL.
final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    // The lock is released before the descriptor is closed, because a process that another thread
    // starts has a copy of the descriptor, and so keeps the lock, until it runs its program.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Waits for the lock on a file, and takes it. Creates the file if it does not exist.
  static func acquire(_ path: String) throws -> FileLock {
    while true {
      guard let lock = try lock(path, operation: LOCK_EX) else {
        throw FileSystem.failure("lock", path: path)
      }
      if lock.hasFile { return lock }
    }
  }

  /// Tries to take the lock on a file. Returns nil if another process or another object holds the
  /// lock, or removes the file meanwhile.
  static func attempt(_ path: String) throws -> FileLock? {
    guard let lock = try lock(path, operation: LOCK_EX | LOCK_NB), lock.hasFile else { return nil }
    return lock
  }

  private static func lock(_ path: String, operation: Int32) throws -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileSystem.failure("open", path: path) }
    while flock(descriptor, operation) != 0 {
      if errno == EINTR { continue }
      close(descriptor)
      return nil
    }
    return FileLock(descriptor)
  }

  /// Whether the locked file still has a name. If false, another process has removed the file
  /// before this object got the lock. A third process can then lock a new file with the same name,
  /// so this lock protects nothing.
  private var hasFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }
}
