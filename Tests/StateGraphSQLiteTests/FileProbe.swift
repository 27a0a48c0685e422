import Foundation

/// The state of a file at a path, from the operating system and without SQLite.
struct FileProbe: Equatable {
  let exists: Bool
  let bytes: [UInt8]
  let seconds: Int
  let nanoseconds: Int

  init(_ path: String) {
    var information = stat()
    exists = lstat(path, &information) == 0
    seconds = exists ? information.st_mtim.tv_sec : 0
    nanoseconds = exists ? information.st_mtim.tv_nsec : 0
    let isFile = exists && information.st_mode & S_IFMT == S_IFREG
    // Foundation loses 4 KiB for every empty file that it reads.
    bytes =
      isFile && information.st_size > 0
      ? [UInt8]((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()) : []
  }

  /// Every file of a folder, by name.
  static func all(in folder: String) throws -> [String: FileProbe] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, FileProbe(folder + "/" + $0)) })
  }
}
