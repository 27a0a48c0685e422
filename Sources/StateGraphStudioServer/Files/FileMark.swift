import Glibc

/// The sizes and times of a database file and its log, from which a change is seen without opening
/// the file.
struct FileMark: Equatable, Sendable {
  private var parts: [Int] = []

  init(path: String) {
    for name in [path, path + "-wal"] {
      var information = stat()
      guard stat(name, &information) == 0 else {
        parts.append(-1)
        continue
      }
      parts.append(Int(information.st_ino))
      parts.append(Int(information.st_size))
      parts.append(information.st_mtim.tv_sec)
      parts.append(information.st_mtim.tv_nsec)
    }
  }
}
