import Glibc

/// The numbers by which the operating system tells a file from every other file that exists.
///
/// A file keeps them when it is renamed. A file that replaces it has others.
struct Inode: Equatable, Sendable {
  let device: UInt64
  /// The number of the inode. Some network and user-space file systems always return 0.
  let inode: UInt64

  /// Returns whether both may be the same file.
  ///
  /// An inode number of 0 says nothing about the file, so it fits every number of the same device.
  func mayBe(_ other: Inode) -> Bool {
    device == other.device && (inode == other.inode || inode == 0 || other.inode == 0)
  }
}

/// What the operating system finds at a path, without following a symbolic link.
enum FileAtPath: Equatable, Sendable {
  case found(Inode)
  case missing
  /// The path cannot be looked up, for example because the process may no longer search a folder.
  /// The associated value is the `errno` of the look-up.
  case unknown(Int32)

  init(_ path: String) {
    var information = stat()
    guard lstat(path, &information) == 0 else {
      self = errno == ENOENT || errno == ENOTDIR ? .missing : .unknown(errno)
      return
    }
    self = .found(
      Inode(device: UInt64(information.st_dev), inode: UInt64(information.st_ino))
    )
  }
}
