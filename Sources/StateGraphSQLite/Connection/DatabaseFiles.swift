import Glibc

/// The files that a connection has open: the database, its `-wal` and its `-shm`.
///
/// A process that opens the path later must find the same three files. Otherwise the two processes
/// do not see each other's commits and locks, and the commits of one of them are lost. The file
/// `-sharing` is not included, because ``InterprocessWriteLock`` replaces it itself.
struct DatabaseFiles: Sendable {
  private struct Member: Sendable {
    /// The ending of the file's name after the path of the database. Empty for the database.
    let suffix: String
    let path: String
    let identity: Inode

    /// What is at the path now. Nil if it is this file, or if the path cannot be looked up.
    var displacement: FileDisplacement? {
      switch FileAtPath(path) {
      case .found(let found): found.mayBe(identity) ? nil : .replaced
      case .missing: .missing
      case .unknown: nil
      }
    }
  }

  private let members: [Member]

  /// Reads which files the connection has open.
  ///
  /// Call this immediately after the first read of a connection in WAL mode. SQLite has opened all
  /// files then. Until the connection is closed, no program that uses SQLite replaces the files,
  /// because the connection holds a shared lock on the database.
  ///
  /// - Throws: `.fileMoved` if the path does not lead to the open database any more. `.permission`
  ///   or `.inputOutput` if the path cannot be looked up.
  init(openBy connection: Connection, at path: String) throws(DatabaseError) {
    var members: [Member] = []
    for suffix in ["", "-wal", "-shm"] {
      switch FileAtPath(path + suffix) {
      case .found(let identity):
        members.append(Member(suffix: suffix, path: path + suffix, identity: identity))
      case .missing where suffix.isEmpty: throw .fileMoved("", .missing)
      case .missing: break
      // Without the identity of the file, its later replacement would remain undetected.
      case .unknown(let code): throw .cannotLookUp(suffix, code)
      }
    }
    self.members = members
    // SQLite itself knows which database it has open. Nobody knows this of the other two files.
    try connection.requireFileInPlace()
  }

  /// Throws if the path does not lead to these files.
  ///
  /// - Throws: `.fileMoved` if one of the files was deleted, moved or replaced.
  func requireInPlace() throws(DatabaseError) {
    for member in members {
      if let displacement = member.displacement { throw .fileMoved(member.suffix, displacement) }
    }
  }

  /// Throws if the path does not lead to the same database, whatever its other files are.
  ///
  /// - Throws: `.fileMoved` if the database was deleted, moved or replaced.
  func requireDatabaseInPlace() throws(DatabaseError) {
    if let displacement = members.first?.displacement { throw .fileMoved("", displacement) }
  }

  var areInPlace: Bool { members.allSatisfy { $0.displacement == nil } }

  /// Whether the pages of the log may be copied to the database when the connection closes.
  ///
  /// The log may be missing at its path. The copy then saves the commits that only the open log
  /// has. If another log or index is at the path, somebody has made commits with it, which the copy
  /// would mix with those of this connection.
  var mayCheckpointOnClose: Bool {
    members.first?.displacement == nil && members.allSatisfy { $0.displacement != .replaced }
  }
}

/// What has become of the path of a file that is open.
enum FileDisplacement: Equatable, Sendable {
  /// No file is at the path.
  case missing
  /// Another file is at the path.
  case replaced
}

extension DatabaseError {
  /// - Parameters:
  ///   - suffix: The ending of the file's name after the path of the database.
  ///   - displacement: What is at the path now. Nil if this is not known.
  static func fileMoved(_ suffix: String, _ displacement: FileDisplacement?) -> DatabaseError {
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
  ///   - suffix: The ending of the file's name after the path of the database.
  ///   - code: The `errno` of the failed look-up.
  static func cannotLookUp(_ suffix: String, _ code: Int32) -> DatabaseError {
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
