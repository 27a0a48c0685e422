import Glibc

/// The length and the modification time of a file. Comparing two versions shows whether the file
/// was changed.
struct FileVersion: Equatable {
  let byteCount: Int64
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int

  /// Reads the version of an open file. Nil if the descriptor does not belong to a regular file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = Int64(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }
}
