import Glibc
import StateGraphSQLite

/// The operations on files and folders that templates and their copies need.
enum FileSystem {
  static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Returns the error for a system call that has just failed. Call it before anything else changes
  /// `errno`.
  static func failure(_ verb: String, path: String) -> TestDatabaseError {
    let code = errno
    return TestDatabaseError(
      code == ENOSPC ? .noSpace : .noFolder,
      "The system could not \(verb) \(path): \(message(code))."
    )
  }

  /// Runs code that writes a database into a folder. If the disk is full, the error names the
  /// folder.
  static func writing<Result>(into folder: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError where error.code == .diskFull {
      throw TestDatabaseError(
        .noSpace,
        "The folder \(folder) is full.",
        remedy: "Free some space, or set TMPDIR to a folder with more space."
      )
    }
  }

  /// Creates a folder and the folders above it. Returns whether it exists now.
  static func makeFolders(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      return false
    }
    return makeFolders(String(path[..<slash])) && (mkdir(path, 0o700) == 0 || errno == EEXIST)
  }

  /// Creates a folder that no other user can enter. Returns whether the folder exists after the
  /// call, belongs to this user, and no other user can enter it.
  static func makePrivateFolder(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 { return true }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_uid == getuid() && status.st_mode & 0o077 == 0
  }

  /// Returns the names in a folder, or none if the folder cannot be read.
  static func names(in folder: String) -> [String] { FileBytes.names(inFolder: folder) ?? [] }

  /// Returns the modification time of a file in nanoseconds since 1970. Zero if the file does not
  /// exist.
  static func time(of path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
  }

  /// Returns the bytes of a file, or nil if the file cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return FileBytes.read(from: descriptor)
  }

  /// Replaces the content of a file, or creates the file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("create", path: path) }
    defer { close(descriptor) }
    guard bytes.withUnsafeBytes({ FileBytes.write($0, to: descriptor) }) == nil else {
      throw failure("write", path: path)
    }
  }

  /// Removes a database file and the files that SQLite and this library create beside it.
  static func removeDatabase(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal", "-sharing"] { unlink(path + suffix) }
  }

  /// Removes a folder with everything in it. Symbolic links are removed, but not followed.
  static func removeFolder(_ path: String) {
    for name in names(in: path) {
      let entry = path + "/" + name
      if unlink(entry) != 0, errno == EISDIR || errno == EPERM { removeFolder(entry) }
    }
    rmdir(path)
  }
}
