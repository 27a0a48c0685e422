import Glibc

/// The length and the modification time of a file, by which a change is noticed.
struct FileVersion: Equatable {
  let byteCount: Int64
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int

  /// Nil if the descriptor is not one of a regular file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    byteCount = Int64(status.st_size)
    modifiedSeconds = status.st_mtim.tv_sec
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }
}
