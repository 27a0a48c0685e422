import Glibc
import StateGraphThreads

/// The reason why the sharing file of a database cannot be opened. The sharing file is the file
/// through which processes that share the database coordinate.
///
/// Without this file, writers wait for each other only with SQLite's busy timeout, in no fair
/// order.
package struct SharingUnavailable: Error, CustomStringConvertible {
  /// The reason as one clause, without a full stop.
  package let description: String

  init(_ description: String) { self.description = description }

  init(_ action: String, path: String, code: Int32) {
    self.init("\(path) cannot be \(action): \(systemMessage(code))")
  }
}

extension SharingFile {
  /// Opens the sharing file of an existing database, through which processes that share the
  /// database coordinate.
  ///
  /// - Parameters:
  ///   - location: The database.
  ///   - isCreated: Whether to create the sharing file if it is missing. False for a process that
  ///     only reads.
  package static func open(
    beside location: DatabaseLocation,
    isCreated: Bool = true
  ) throws(SharingUnavailable) -> SharingFile {
    guard case .file(let database) = location, let path = location.sharingPath else {
      throw SharingUnavailable("a database in memory cannot be shared")
    }
    let deadline = ContinuousClock.now.advanced(by: .seconds(1))
    repeat {
      var descriptor = try existingDescriptor(of: path)
      if descriptor == nil, isCreated {
        descriptor = try createdDescriptor(of: path, for: database)
      }
      if let descriptor {
        if let file = try present(descriptor, path: path) { return file }
      } else if !isCreated {
        throw SharingUnavailable("there is no \(path)")
      }
      // Another process is removing the file or has not finished creating it. The loop tries again.
      usleep(200)
    } while ContinuousClock.now < deadline
    throw SharingUnavailable("another process does not finish creating or removing \(path)")
  }

  /// Opens the sharing file if it exists.
  ///
  /// Returns nil if the file does not exist, or if another process has not finished creating it.
  private static func existingDescriptor(of path: String) throws(SharingUnavailable) -> Int32? {
    var information = stat()
    guard lstat(path, &information) == 0 else {
      if errno == ENOENT { return nil }
      throw SharingUnavailable("opened", path: path, code: errno)
    }
    // The file is checked before it is opened, because the path could lead to a database. If this
    // process closed a descriptor of a database, it would lose SQLite's locks on it.
    guard information.st_mode & S_IFMT == S_IFREG, information.st_nlink <= 1,
      information.st_size == 0 || information.st_size == SharingFile.byteCount
    else { throw SharingUnavailable("\(path) is not a sharing file") }
    guard information.st_size > 0 || isOld(information) else { return nil }
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor >= 0 { return descriptor }
    if errno == ENOENT { return nil }
    throw SharingUnavailable("opened", path: path, code: errno)
  }

  /// Returns whether an empty file is older than half a second. If so, the process that began to
  /// create the file has died.
  private static func isOld(_ information: stat) -> Bool {
    let halfASecond = 500_000_000
    let made = information.st_ctim
    let age = Int(SystemClock.timeOfDay) - (made.tv_sec * 1_000_000_000 + made.tv_nsec)
    return !(0..<halfASecond).contains(age)
  }

  /// Creates the sharing file. Returns nil if another process has created the file meanwhile.
  private static func createdDescriptor(
    of path: String,
    for database: String
  ) throws(SharingUnavailable) -> Int32? {
    if let descriptor = namelessDescriptor(beside: path) {
      share(descriptor, withWritersOf: database)
      if ftruncate(descriptor, SharingFile.byteCount) == 0,
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
      {
        return descriptor
      }
      let code = errno
      close(descriptor)
      if code == EEXIST { return nil }
    }
    return try createdInPlace(path, for: database)
  }

  /// Creates a file that has no name yet (`O_TMPFILE` of open(2)). Returns nil if the file system
  /// does not support this.
  ///
  /// The file gets its name only when it is complete. If this process dies before that, no other
  /// process waits for the file.
  private static func namelessDescriptor(beside path: String) -> Int32? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    // The value of O_TMPFILE, a C macro that Swift does not import.
    let nameless: Int32 = 0o20_000_000 | O_DIRECTORY
    let descriptor = Glibc.open(String(path[...slash]), nameless | O_RDWR | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? descriptor : nil
  }

  private static func createdInPlace(
    _ path: String,
    for database: String
  ) throws(SharingUnavailable) -> Int32? {
    let flags = O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW
    let descriptor = Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return nil }
      throw SharingUnavailable("created", path: path, code: errno)
    }
    share(descriptor, withWritersOf: database)
    // The size must be set last, because other processes use the file as soon as it has this size.
    guard ftruncate(descriptor, SharingFile.byteCount) == 0 else {
      let code = errno
      unlink(path)
      close(descriptor)
      throw SharingUnavailable("created", path: path, code: code)
    }
    return descriptor
  }

  /// Lets all users who may write the database also write this file, as SQLite does for its own
  /// files.
  private static func share(_ descriptor: Int32, withWritersOf database: String) {
    var (theirs, mine) = (stat(), stat())
    guard lstat(database, &theirs) == 0 else { return }
    let nobody = uid_t.max
    _ = fchown(descriptor, geteuid() == 0 ? theirs.st_uid : nobody, theirs.st_gid)
    guard fstat(descriptor, &mine) == 0 else { return }
    var mode: mode_t = 0o600
    if theirs.st_mode & S_IWGRP != 0, theirs.st_gid == mine.st_gid { mode |= 0o060 }
    if theirs.st_mode & S_IWOTH != 0 { mode |= 0o006 }
    if mode != 0o600 { fchmod(descriptor, mode) }
  }

  /// Takes a shared lock on the byte ``SharingFile/presenceByte``. No other process removes the
  /// file while this lock is held. An empty file gets its full size.
  ///
  /// Returns nil if another process is removing the file or has removed it. If the method returns
  /// nil or throws, the descriptor is closed. Otherwise, the result closes it.
  private static func present(
    _ descriptor: Int32,
    path: String
  ) throws(SharingUnavailable) -> SharingFile? {
    let attempt = ByteLock.attempt(
      descriptor,
      bytes: SharingFile.presenceByte..<SharingFile.presenceByte + 1,
      exclusive: false
    )
    guard case .acquired = attempt else {
      close(descriptor)
      guard case .unavailable(let code) = attempt else { return nil }
      throw SharingUnavailable("locked", path: path, code: code)
    }
    var information = stat()
    // An empty file was left by a process that died while it created the file. This process
    // completes the file.
    if fstat(descriptor, &information) == 0, information.st_size == 0 {
      _ = ftruncate(descriptor, SharingFile.byteCount)
    }
    let file = SharingFile(descriptor: descriptor, path: path)
    return file.isInPlace ? file : nil
  }
}
