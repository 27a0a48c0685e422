import Glibc
import StateGraphThreads
import Synchronization

/// The folder with the databases of this process, which is removed when the process ends.
///
/// It is in shared memory if there is enough space, because a commit to a disk takes several
/// milliseconds. A file beside the folder is locked as long as the process lives. The next process
/// removes each folder whose lock nobody holds.
final class CloneFolder: Sendable {
  /// The places in which a folder can be, the fastest first.
  struct Places: Sendable {
    var memory = "/dev/shm"
    var disk = FileSystem.temporaryFolder
    /// The free bytes that shared memory must have, beside eight times the template.
    var minimumFreeBytes = 64 << 20
  }

  private static let prefix = "stategraph-tests-"
  private static let all = Guarded<[String: CloneFolder]>([:])

  let path: String
  /// The folder that was there before.
  let parent: String
  private let lock: FileLock
  private let count = Atomic<Int>(0)

  /// Returns the folder for clones of a template.
  ///
  /// - Parameters:
  ///   - bytes: The size of the template.
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
  /// A ``FileImage`` of the file stays readable.
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
    // The lock comes first. A folder without a locked file beside it may be removed.
    for number in 0..<1_000 {
      let name = "\(parent)/\(Self.prefix)\(getuid())-\(getpid())-\(number)"
      guard let lock = try FileLock.attempt(name + ".lock"), lock.hasFile else {
        continue
      }
      guard mkdir(name, 0o700) == 0 else {
        if errno == EEXIST { continue }
        unlink(name + ".lock")
        throw FileSystem.failure("create", name)
      }
      (path, self.parent, self.lock) = (name, parent, lock)
      return
    }
    throw TestDatabaseError(.noFolder, "\(parent) has too many folders of earlier tests.")
  }

  /// Returns a path in the folder that was not used before.
  func newPath() -> String {
    let number = count.add(1, ordering: .relaxed).newValue
    return "\(path)/\(number).sqlite"
  }

  /// Removes the folders of processes that have ended without removing them.
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
