import Glibc

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
