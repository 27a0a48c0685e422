import Glibc

/// Identifies the files that a connection has open: the database, its `-wal` and its `-shm`.
///
/// A process that opens the database later must find the same three files at their paths. Otherwise
/// the two processes do not see each other's commits and locks, and commits are lost. The
/// `-sharing` file is not included, because ``InterprocessWriteLock`` itself replaces a missing
/// `-sharing` file.
struct DatabaseFiles: Sendable {
  private struct Member: Sendable {
    /// The suffix that follows the database's path, such as `-wal`. Empty for the database itself.
    let suffix: String
    let path: String
    let identity: Inode

    /// The reason why the file is no longer at its path.
    ///
    /// The value is nil if the file is still at its path, or if the path cannot be looked up.
    var displacement: FileDisplacement? {
      switch FileAtPath(path) {
      case .found(let found): found.mayBe(identity) ? nil : .replaced
      case .missing: .missing
      case .unknown: nil
      }
    }
  }

  private let members: [Member]

  /// Stores the identities of the files that the connection has open.
  ///
  /// Call this initializer immediately after the first read of a connection in WAL mode, because
  /// SQLite has opened all three files by then. The connection holds a shared lock on the database.
  /// Programs that use SQLite therefore do not replace the files until the connection is closed.
  ///
  /// - Throws: `.fileMoved` if another file or no file is at the path of the open database.
  ///   `.permission` or `.inputOutput` if a path cannot be looked up.
  init(openBy connection: Connection, at path: String) throws(DatabaseError) {
    var members: [Member] = []
    for suffix in ["", "-wal", "-shm"] {
      switch FileAtPath(path + suffix) {
      case .found(let identity):
        members.append(Member(suffix: suffix, path: path + suffix, identity: identity))
      case .missing where suffix.isEmpty: throw .fileMoved("", displacement: .missing)
      case .missing: break
      // A file of unknown identity could later be replaced without being noticed.
      case .unknown(let code): throw .cannotLookUp(suffix, code: code)
      }
    }
    self.members = members
    // SQLite can tell whether its open database is still at the path. It cannot tell this for the
    // `-wal` and `-shm` files.
    try connection.requireFileInPlace()
  }

  /// Throws if the database, its `-wal` or its `-shm` is no longer at its path.
  ///
  /// - Throws: `.fileMoved` if one of the files was deleted, moved or replaced.
  func requireInPlace() throws(DatabaseError) {
    for member in members {
      if let displacement = member.displacement {
        throw .fileMoved(member.suffix, displacement: displacement)
      }
    }
  }

  /// Throws if the database is no longer at its path. Does not check its `-wal` and `-shm` files.
  ///
  /// - Throws: `.fileMoved` if the database was deleted, moved or replaced.
  func requireDatabaseInPlace() throws(DatabaseError) {
    if let displacement = members.first?.displacement {
      throw .fileMoved("", displacement: displacement)
    }
  }

  var areInPlace: Bool { members.allSatisfy { $0.displacement == nil } }

  /// Whether SQLite may copy the pages of the WAL to the database when the connection closes.
  ///
  /// True if the WAL was deleted, because the copy saves commits that only the open, deleted file
  /// contains. False if the WAL or its `-shm` file was replaced. Another process may have committed
  /// to the new files, and the copy would mix pages of both logs.
  var mayCheckpointOnClose: Bool {
    members.first?.displacement == nil && members.allSatisfy { $0.displacement != .replaced }
  }
}

/// The reason why an open file is no longer at its path.
enum FileDisplacement: Equatable, Sendable {
  /// No file is at the path, because the file was deleted or moved.
  case missing
  /// Another file is at the path now.
  case replaced
}

extension DatabaseError {
  /// Returns the error for an open file that is no longer at its path.
  ///
  /// - Parameters:
  ///   - suffix: The suffix that follows the database's path, such as `-wal`. Empty for the
  ///     database itself.
  ///   - displacement: Whether the file was deleted or replaced. It is nil if this is not known.
  static func fileMoved(_ suffix: String, displacement: FileDisplacement?) -> DatabaseError {
    let what =
      switch displacement {
      case .missing: "deleted or moved"
      case .replaced: "replaced by another file"
      case nil: "deleted, moved or replaced"
      }
    return DatabaseError(
      .fileMoved,
      "\(name(of: suffix)) was \(what) while the database was open.",
      remedy: "Put the file back if you have moved it, with its -wal file. Otherwise close every "
        + "Database of the path, and open the file that is there."
    )
  }

  /// Returns the error for a file whose path cannot be looked up.
  ///
  /// - Parameters:
  ///   - suffix: The suffix that follows the database's path, such as `-wal`. Empty for the
  ///     database itself.
  ///   - code: The `errno` of the failed look-up.
  static func cannotLookUp(_ suffix: String, code: Int32) -> DatabaseError {
    DatabaseError(
      code == EACCES || code == EPERM ? .permission : .inputOutput,
      "\(name(of: suffix)) cannot be looked up at its path: \(systemMessage(code)).",
      remedy: "Check the permissions of the folders in the path, and their disk."
    )
  }

  private static func name(of suffix: String) -> String {
    suffix.isEmpty ? "The database file" : "The \(suffix) file of the database"
  }
}

/// The format of SQLite's rollback journal
/// (<https://sqlite.org/fileformat2.html#the_rollback_journal>).
enum RollbackJournal {
  /// The first eight bytes of every rollback journal.
  ///
  /// A journal that names a super-journal also ends with these bytes.
  static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
}
