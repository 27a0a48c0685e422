import CSQLite
import Glibc

/// Where a database is stored: in a file with an absolute path, or in memory.
package enum DatabaseLocation: Sendable {
  case file(absolutePath: String)
  case memory

  /// Creates the location of a path that the user of the library wrote.
  ///
  /// Symbolic links in the path of the folder are followed, but the last component must not be a
  /// symbolic link.
  ///
  /// The stored path is absolute, because the working directory may change later. A relative path
  /// that begins with `file:` would also be a URI with options for SQLite.
  package init(path: String) throws(DatabaseError) {
    if path == ":memory:" {
      self = .memory
      return
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw DatabaseError(
        .cannotOpen,
        "The database path is empty or contains a NUL byte.",
        remedy: "Pass a file path, or :memory:."
      )
    }
    let (folder, name) = DatabaseLocation.split(path)
    guard !name.isEmpty, name != ".", name != "..", let resolved = realpath(folder, nil) else {
      throw DatabaseError(
        .cannotOpen,
        "The folder of the database \(path) does not exist.",
        remedy: "Create it first."
      )
    }
    defer { free(resolved) }
    let directory = String(cString: resolved)
    self = .file(absolutePath: directory == "/" ? "/" + name : directory + "/" + name)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    // `utf8` finds every "/" byte. In a `String`, "/" and a combining accent would be one
    // character, which is not equal to "/".
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  /// Returns whether the file exists and is not empty.
  ///
  /// - Throws: `.cannotOpen` for a folder, pipe, device or symbolic link. `.notADatabase` for a
  ///   file of one byte, because SQLite would treat that file as empty and overwrite it.
  package func hasContent() throws(DatabaseError) -> Bool {
    guard case .file(let path) = self else { return false }
    var information = stat()
    guard lstat(path, &information) == 0 else { return false }
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw DatabaseError(
        .cannotOpen,
        "The database \(path) is not a regular file.",
        remedy: "Pass the path of a file, not of a folder or a symbolic link."
      )
    }
    guard information.st_size != 1 else {
      throw DatabaseError(
        .notADatabase,
        "The file is not a SQLite database: its size is one byte.",
        remedy: "Check the path."
      )
    }
    return information.st_size > 0
  }

  /// Creates an empty file if it does not exist. Only its owner may read and write it.
  ///
  /// SQLite later gives the `-wal` and `-shm` files the same permissions.
  ///
  /// The file is created with `mknod`, which opens no file descriptor. Another thread may open the
  /// database as soon as the file exists. If this method then closed a descriptor of the file, the
  /// process would lose SQLite's locks on it (<https://sqlite.org/howtocorrupt.html>, section 2.2).
  func createPrivateFileIfMissing() throws(DatabaseError) {
    guard case .file(let path) = self else { return }
    if mknod(path, S_IFREG | 0o600, 0) == 0 { return }
    switch errno {
    case EEXIST: return
    case EACCES, EPERM, EROFS:
      throw DatabaseError(
        .permission,
        "The database \(path) cannot be created: \(systemMessage(errno)).",
        remedy: "Check the permissions of its folder."
      )
    default:
      throw DatabaseError(
        .cannotOpen,
        "The database \(path) cannot be created: \(systemMessage(errno))."
      )
    }
  }

  private static var commonFlags: Int32 {
    SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
  }

  /// The absolute path of the file, or `:memory:`.
  var path: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }

  // With SQLITE_OPEN_MEMORY, VACUUM INTO of the connection would succeed and write no file.
  private static var memoryNameAndFlags: (name: String, flags: Int32) {
    (":memory:", commonFlags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  /// The name and the flags with which `sqlite3_open_v2` opens the database for writing.
  var nameAndFlagsForWriting: (name: String, flags: Int32) {
    guard case .file(let path) = self else { return Self.memoryNameAndFlags }
    return (path, Self.commonFlags | SQLITE_OPEN_READWRITE)
  }

  /// Returns the name and the flags with which `sqlite3_open_v2` opens the database for reading.
  ///
  /// - Parameters:
  ///   - mode: Which locks the connection takes.
  ///   - isAlone: Whether no other process has the WAL of the file open. If true, an inspector
  ///     opens the file for writing, because it locks the file exclusively.
  func nameAndFlags(
    forReading mode: ConnectionMode,
    isAlone: Bool
  ) -> (name: String, flags: Int32) {
    guard case .file(let path) = self else { return Self.memoryNameAndFlags }
    let common = Self.commonFlags
    switch mode {
    case .reader: return (path, common | SQLITE_OPEN_READONLY)
    case .inspector, .nonLockingReader:
      if isAlone { return (path, common | SQLITE_OPEN_READWRITE) }
      // The `-wal` file contains pages that are newer than the database file. SQLite reads these
      // pages only if it uses locks.
      if access(path + "-wal", F_OK) == 0 { return (path, common | SQLITE_OPEN_READONLY) }
      // A program that is writing, or was ended, may have put back no page of the journal yet.
      if access(path + "-journal", F_OK) == 0, !isInWALMode {
        return (path, common | SQLITE_OPEN_READONLY)
      }
      return (immutableName(of: path), common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }
  }

  /// Whether the file seems to have a WAL that no process has open, because the program that wrote
  /// the WAL was killed.
  ///
  /// False if the file is not writable. Also false if a rollback journal exists, because opening
  /// the file for writing would roll that journal back.
  var hasAbandonedLog: Bool {
    guard case .file(let path) = self else { return false }
    return access(path + "-wal", F_OK) == 0 && access(path + "-shm", F_OK) != 0
      && access(path + "-journal", F_OK) != 0 && access(path, W_OK) == 0
  }

  /// Whether the permissions of the file allow it to be written. True for a database in memory.
  var mayBeWritten: Bool {
    guard case .file(let path) = self else { return true }
    return access(path, W_OK) == 0
  }

  /// Properties of a database file that change when a process writes the file or begins to write
  /// it.
  ///
  /// If two values that were read at different times differ, a process has written in between.
  struct FileState: Equatable {
    fileprivate let inode: UInt
    fileprivate let size: Int
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int
    fileprivate let hasLog: Bool
  }

  /// The current state of the file, or nil if the file does not exist, and for a database in
  /// memory.
  var fileState: FileState? {
    guard case .file(let path) = self else { return nil }
    var information = stat()
    guard lstat(path, &information) == 0 else { return nil }
    return FileState(
      inode: UInt(information.st_ino),
      size: Int(information.st_size),
      seconds: information.st_mtim.tv_sec,
      nanoseconds: information.st_mtim.tv_nsec,
      hasLog: access(path + "-wal", F_OK) == 0
    )
  }

  /// Returns the URI that makes SQLite read the file without locks.
  ///
  /// The URI declares that no process writes the file. If a process does write it, reads may return
  /// wrong rows.
  func immutableName(of path: String) -> String { "file:" + percentEncoded(path) + "?immutable=1" }

  private func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var encoded = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return encoded
  }
}

extension DatabaseLocation: Equatable {
  // Two paths are equal if their bytes are equal, as in the operating system. `String` would also
  // compare canonically equivalent characters as equal.
  package static func == (left: DatabaseLocation, right: DatabaseLocation) -> Bool {
    switch (left, right) {
    case (.memory, .memory): true
    case (.file(let left), .file(let right)): left.hasSameBytes(as: right)
    default: false
    }
  }
}

extension DatabaseLocation {
  /// Throws if the rollback journal of the file names a super-journal.
  ///
  /// A super-journal lists the journals of a transaction over several databases
  /// (<https://sqlite.org/fileformat2.html#the_super_journal>). When SQLite has rolled back a
  /// journal, it deletes the super-journal that this journal names. A hostile journal could name
  /// any file of the user, and SQLite would delete that file.
  ///
  /// This library never writes a journal that names a super-journal.
  ///
  /// - Throws: `.cannotOpen` if the journal names a super-journal.
  func requireJournalOfOneFile() throws(DatabaseError) {
    guard case .file(let path) = self, DatabaseLocation.namesAnother(path + "-journal") else {
      return
    }
    throw DatabaseError(
      .cannotOpen,
      "The journal of the file belongs to a transaction over several files. SQLite would delete "
        + "another file, which the journal names.",
      remedy: "If you trust the journal, open the file once with the program that wrote it."
    )
  }

  /// Returns whether the journal at this path ends with the record of a super-journal.
  ///
  /// The record consists of the super-journal's name, the length and checksum of this name, and the
  /// magic number.
  private static func namesAnother(_ journal: String) -> Bool {
    // When a process closes a descriptor of the database file, it loses SQLite's locks. Closing
    // this descriptor is safe, because SQLite never locks the journal.
    let descriptor = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var information = stat()
    var tail = [UInt8](repeating: 0, count: 16)
    guard fstat(descriptor, &information) == 0,
      pread(descriptor, &tail, tail.count, information.st_size - 16) == tail.count
    else { return false }
    return tail[8...] == RollbackJournal.magic[...] && tail[..<4] != [0, 0, 0, 0]
  }
}
