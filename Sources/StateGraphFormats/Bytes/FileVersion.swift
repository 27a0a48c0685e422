import Glibc

/// The length and the modification time of a file.
///
/// Two unequal values for the same file show that the file has changed.
struct FileVersion: Equatable {
  let byteCount: Int64
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int

  /// Reads the length and modification time of an open file.
  ///
  /// Returns nil if the descriptor does not refer to a regular file, but to a pipe, for example.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = Int64(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }
}
