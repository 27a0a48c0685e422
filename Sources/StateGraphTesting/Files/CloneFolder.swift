import Glibc
import StateGraphThreads
import Synchronization

/// The folder in which this process stores its test databases. The folder is removed when the
/// process ends.
///
/// The folder is in shared memory if there is enough space, because a commit to a disk takes
/// several milliseconds. A file beside the folder is locked as long as the process lives. If a
/// process was killed, its folder stays, but its lock is free. The next process removes such
/// folders.
final class CloneFolder: Sendable {
  /// The file systems in which a folder can be created, the fastest first.
  struct Places: Sendable {
    var memory = "/dev/shm"
    var disk = FileSystem.temporaryFolder
    /// The smallest number of free bytes with which shared memory is used. It must also have eight
    /// times as many free bytes as the template has.
    var minimumFreeBytes = 64 << 20
  }

  private static let prefix = "stategraph-tests-"
  private static let all = Guarded<[String: CloneFolder]>([:])

  let path: String
  /// The folder that was there before.
  let parent: String
  private let lock: FileLock
  private let count = Atomic<Int>(0)

  /// Returns the folder for copies of a template. The first call for a place creates the folder.
  ///
  /// - Parameters:
  ///   - bytes: The size of the template in bytes.
  ///   - places: The places to choose from.
  static func folder(forCloneOf bytes: Int, in places: Places = Places()) throws -> CloneFolder {
    if hasSpace(places.memory, atLeast: max(places.minimumFreeBytes, 8 * bytes)),
      let folder = try? folder(in: places.memory)
    {
      return folder
    }
    return try folder(in: places.disk)
  }

  private static func folder(in parent: String) throws -> CloneFolder {
    try all.withLock { folders in
      if let known = folders[parent] { return known }
      if folders.isEmpty { atexit { CloneFolder.removeAll() } }
      removeDeadFolders(in: parent)
      let made = try CloneFolder(in: parent)
      folders[parent] = made
      return made
    }
  }

  /// Runs `body` with the path of a new file, and removes the database that `body` has made there.
  ///
  /// A ``FileImage`` that was made from the file stays readable.
  static func withFile<Result>(
    bytes: Int,
    _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = try folder(forCloneOf: bytes)
    let path = folder.newPath()
    defer { FileSystem.removeDatabase(path) }
    return try FileSystem.writing(into: folder.parent) { try body(path) }
  }

  private init(in parent: String) throws {
    // The lock is taken before the folder is created, because another process may remove a folder
    // without a locked file beside it.
    for number in 0..<1_000 {
      let name = "\(parent)/\(Self.prefix)\(getuid())-\(getpid())-\(number)"
      guard let lock = try FileLock.attempt(name + ".lock") else { continue }
      guard mkdir(name, 0o700) == 0 else {
        if errno == EEXIST { continue }
        unlink(name + ".lock")
        throw FileSystem.failure("create", path: name)
      }
      (path, self.parent, self.lock) = (name, parent, lock)
      return
    }
    throw TestDatabaseError(.noFolder, "\(parent) has too many folders of earlier tests.")
  }

  /// Returns the path for a new database in the folder. Each call returns another path.
  func newPath() -> String {
    let number = count.add(1, ordering: .relaxed).newValue
    return "\(path)/\(number).sqlite"
  }

  /// Removes the folders of processes that ended without removing them, for example by SIGKILL.
  static func removeDeadFolders(in parent: String) {
    let own = "\(prefix)\(getuid())-"
    for name in FileSystem.names(in: parent) where name.hasPrefix(own) && name.hasSuffix(".lock") {
      let file = parent + "/" + name
      guard let lock = try? FileLock.attempt(file) else { continue }
      FileSystem.removeFolder(String(file.dropLast(".lock".count)))
      unlink(file)
      withExtendedLifetime(lock) {}
    }
  }

  private static func removeAll() {
    let folders = all.withLock { Array($0.values) }
    for folder in folders {
      FileSystem.removeFolder(folder.path)
      unlink(folder.path + ".lock")
    }
  }

  private static func hasSpace(_ path: String, atLeast bytes: Int) -> Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0, access(path, W_OK) == 0 else { return false }
    return Int(status.f_bavail) * Int(status.f_frsize) >= bytes
  }
}
