import Glibc

/// Which file a path or descriptor means, whatever it is called.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  /// Nil where there is nothing at `path`, or something that may well be named twice, such as
  /// `/dev/null`. A `-` is standard input.
  init?(path: String) {
    var status = stat()
    guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0,
      [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// A database and what is kept beside it, as far as it is there.
  static func files(ofDatabase path: String) -> Set<FileIdentity> {
    Set(
      ["", "-wal", "-shm", "-journal", "-sharing"].compactMap { FileIdentity(path: path + $0) }
    )
  }
}
