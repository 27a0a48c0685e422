import Glibc

/// The length and the modification time of a file.
///
/// To find out whether a file changed, compare an old value with a new one.
struct FileVersion: Equatable {
  let byteCount: Int64
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int

  /// Reads the length and modification time of an open file.
  ///
  /// Returns nil if the descriptor is not open on a regular file. An example is a pipe.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = Int64(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }
}
