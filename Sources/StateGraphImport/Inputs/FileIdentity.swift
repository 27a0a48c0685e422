import Glibc

/// Identifies a file independent of its name, so that two paths to the same file are recognised.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  /// Creates the identity of the file at `path`; `-` means standard input. Returns nil unless it is
  /// a regular file or a pipe. A request may therefore name a device such as `/dev/null` twice.
  init?(path: String) {
    var status = stat()
    guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0,
      [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Returns the identities of a database and of the files that belong to it, such as its WAL.
  /// Files that do not exist are left out.
  static func files(ofDatabase path: String) -> Set<FileIdentity> {
    Set(
      ["", "-wal", "-shm", "-journal", "-sharing"].compactMap { FileIdentity(path: path + $0) }
    )
  }
}
