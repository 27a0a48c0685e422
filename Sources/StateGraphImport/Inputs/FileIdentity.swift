import Glibc

/// The file that a path leads to, independent of its name.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  /// Nil where nothing exists at `path`, or a device such as `/dev/null`, which may be given twice.
  /// A `-` is standard input.
  init?(path: String) {
    var status = stat()
    guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0,
      [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// A database and the files that belong to it, as far as they exist.
  static func files(ofDatabase path: String) -> Set<FileIdentity> {
    Set(
      ["", "-wal", "-shm", "-journal", "-sharing"].compactMap { FileIdentity(path: path + $0) }
    )
  }
}
