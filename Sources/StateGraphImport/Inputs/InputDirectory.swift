import Glibc
import StateGraphFormats

/// The inputs in a directory: its files whose names end like those of a format, in the order of
/// their names' bytes. What lies in folders below is not looked at.
struct InputDirectory {
  private(set) var files: [String] = []
  /// What was left out although nothing hides it.
  private(set) var skipped: [SkippedInput] = []

  /// Nil where `path` is no directory.
  ///
  /// - Parameter database: The database that is imported into; it and the files that are kept
  ///   beside it are passed over in silence, as hidden files and quarantined records are.
  init?(path: String, database: String) throws(ImportError) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return nil
    }
    let silent = FileIdentity.files(ofDatabase: database)
    let prefix = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
    for name in try Self.names(in: path) {
      let file = prefix + name
      guard !name.utf8.starts(with: ".".utf8), !Self.isQuarantine(name) else { continue }
      if let identity = FileIdentity(path: file), silent.contains(identity) { continue }
      var status = stat()
      let isFile = stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      if !isFile {
        skipped.append(SkippedInput(path: file, reason: .notAFile))
      } else if ImportFormat(path: file) == nil {
        skipped.append(SkippedInput(path: file, reason: .unknownExtension))
      } else {
        files.append(file)
      }
    }
    guard !files.isEmpty else {
      throw ImportError(
        .inputIsDirectory,
        "\(path): is a directory without a file to import",
        remedy: "Name a file, or a directory of files that end in .csv, .tsv, .json or .jsonl"
      )
    }
  }

  private static func isQuarantine(_ name: String) -> Bool {
    // `x.rejects.jsonl`, or with a number where that was taken, `x.rejects.2.jsonl`.
    var parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if parts.last == "gz" { parts.removeLast() }
    guard parts.popLast() == "jsonl" else { return false }
    if let number = parts.last, !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) })
    {
      parts.removeLast()
    }
    return parts.count > 1 && parts.last == "rejects"
  }

  private static func names(in path: String) throws(ImportError) -> [String] {
    guard let directory = opendir(path) else { throw ImportError(errno: errno, opening: path) }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        guard errno == 0 else { throw ImportError(errno: errno, opening: path) }
        break
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      names.append(name)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != "." && $0 != ".." }
  }
}

/// Something in a directory that is not imported.
public struct SkippedInput: Sendable, Equatable {
  /// Why it is not.
  public enum Reason: String, Sendable {
    case unknownExtension, notAFile
  }

  /// The path.
  public let path: String
  /// Why it is not imported.
  public let reason: Reason
}

extension SkippedInput: CustomStringConvertible {
  /// `DIR/notes.txt: skipped, since its name does not end like that of a format`.
  public var description: String {
    switch reason {
    case .unknownExtension: "\(path): skipped, since its name does not end like that of a format"
    case .notAFile: "\(path): skipped, since it is no file"
    }
  }
}
