import Glibc

/// The device number and inode number that identify a file in the operating system.
///
/// A renamed file keeps both numbers. A new file at the same path has another inode number.
struct Inode: Equatable, Sendable {
  let device: UInt64
  /// The inode number on the device. Some network and user-space file systems always return 0.
  let inode: UInt64

  /// Returns whether two values may identify the same file.
  ///
  /// An inode number of 0 is unknown, so it matches every inode number on the same device.
  func mayBe(_ other: Inode) -> Bool {
    device == other.device && (inode == other.inode || inode == 0 || other.inode == 0)
  }
}

/// What the operating system finds at a path, without following a symbolic link.
enum FileAtPath: Equatable, Sendable {
  case found(Inode)
  case missing
  /// The path cannot be looked up, for example because the process has no permission to search a
  /// folder. The associated value is the `errno` of the look-up.
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
