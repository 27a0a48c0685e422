import Glibc

/// Identifies a file by its device and inode.
///
/// A link and its target have equal identities.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  /// Creates the identity of the file at `path`, or of standard input if `path` is `-`.
  ///
  /// Returns nil if the file is neither regular nor a pipe. A device such as `/dev/null` thus has
  /// no identity, so a request may contain it twice.
  init?(path: String) {
    var status = stat()
    guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0,
      [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Returns the identities of a database and its companion files, such as the WAL.
  ///
  /// The import must not read any of these files as an input. Files that do not exist have no
  /// identity.
  static func files(ofDatabase path: String) -> Set<FileIdentity> {
    Set(
      ["", "-wal", "-shm", "-journal", "-sharing"].compactMap { FileIdentity(path: path + $0) }
    )
  }
}
