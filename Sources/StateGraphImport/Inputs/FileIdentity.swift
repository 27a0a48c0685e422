import Glibc

/// The file that a path leads to, independent of its name.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  /// Nil where nothing exists at `path`, or a device such as `/dev/null`, which may be given twice. A
  /// `-` is standard input.
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

/// What a file is like at one moment, to notice that it changes.
struct FileVersion: Equatable {
  let byteCount: Int64
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int

  /// Nil for anything that is no regular file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = Int64(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }
}
