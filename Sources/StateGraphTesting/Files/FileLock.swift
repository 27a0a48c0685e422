import Glibc

/// An exclusive lock between processes, held as long as this object exists.
///
/// The kernel releases it when the process ends, also after SIGKILL.
final class FileLock: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Waits for the lock on a file, and takes it. Creates the file if it does not exist.
  static func acquire(_ path: String) throws -> FileLock {
    guard let lock = try lock(path, LOCK_EX) else { throw FileSystem.failure("lock", path) }
    return lock
  }

  /// Takes the lock on a file. Returns nil if another process or object holds it.
  static func attempt(_ path: String) throws -> FileLock? { try lock(path, LOCK_EX | LOCK_NB) }

  private static func lock(_ path: String, _ operation: Int32) throws -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
    while flock(descriptor, operation) != 0 {
      if errno == EINTR { continue }
      close(descriptor)
      return nil
    }
    return FileLock(descriptor)
  }

  /// Whether the file still has a name. A process that removes the folders of dead processes may
  /// have removed the file before this process has locked it.
  var hasFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }
}
