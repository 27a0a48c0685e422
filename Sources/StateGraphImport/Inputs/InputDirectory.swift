import Glibc
import StateGraphFormats
import StateGraphSQLite

/// Finds the inputs in a directory and its subfolders, sorted by the bytes of their names.
///
/// An input is a file with the extension of a supported format. A symbolic link to a folder is not
/// followed, because it could lead back to the same directory.
package struct InputDirectory {
  package private(set) var files: [String] = []
  /// The directory entries that are not imported and that the import reports to the user.
  ///
  /// Hidden files and reject files are not imported either, but the import does not report them.
  package private(set) var skipped: [SkippedInput] = []
  private let readsTextFiles: Bool

  /// Lists the inputs in a directory. Returns nil if `path` is not a directory.
  ///
  /// - Parameters:
  ///   - path: The path of the directory.
  ///   - database: The path of the database, whose files are never inputs. Nil if there is no
  ///     database.
  ///   - format: The format that the request names. If there is one, files that end in `.txt` are
  ///     inputs, too.
  /// - Throws: An error if the directory contains no inputs or cannot be read.
  package init?(
    path: String,
    database: String?,
    format: ImportFormat? = nil
  ) throws(ImportError) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return nil
    }
    readsTextFiles = format != nil
    try search(path, besides: database.map { FileIdentity.files(ofDatabase: $0) } ?? [])
    guard !files.isEmpty else {
      throw ImportError(
        .inputIsDirectory,
        "\(path): is a directory without files to import",
        remedy: "Name a file, or a directory of files that end in .csv, .tsv, .json or .jsonl. "
          + "For files that end in .txt, pass --format csv"
      )
    }
  }

  private mutating func search(
    _ folder: String,
    besides silent: Set<FileIdentity>
  ) throws(ImportError) {
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    for name in try Self.names(in: folder) {
      let file = prefix + name
      guard !name.utf8.starts(with: ".".utf8), !RejectFileName.isName(name) else { continue }
      if let identity = FileIdentity(path: file), silent.contains(identity) { continue }
      var (status, link) = (stat(), stat())
      let kind = stat(file, &status) == 0 ? status.st_mode & S_IFMT : 0
      let isLink = lstat(file, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
      if kind == S_IFDIR, !isLink {
        try search(file, besides: silent)
      } else if kind != S_IFREG {
        skipped.append(SkippedInput(path: file, reason: .notAFile))
      } else if ImportFormat(path: file) == nil, !(readsTextFiles && file.hasSuffix(".txt")) {
        skipped.append(SkippedInput(path: file, reason: .unknownExtension))
      } else {
        files.append(file)
      }
    }
  }

  private static func names(in path: String) throws(ImportError) -> [String] {
    guard let names = FileBytes.names(inFolder: path) else {
      throw ImportError(errno: errno, opening: path)
    }
    return names
  }
}

/// An entry of an input directory that the import does not read, but reports to the program.
public struct SkippedInput: Sendable, Equatable {
  /// The reasons why the import does not read a directory entry.
  public enum Reason: String, Sendable {
    /// The extension of the file's name is not that of a supported format.
    case unknownExtension
    /// The entry is not a regular file, but a pipe or a link to a folder, for example.
    case notAFile
  }

  /// The path of the entry. It begins with the path of the directory in the request.
  public let path: String
  /// The reason why the import does not read this entry.
  public let reason: Reason
}

extension SkippedInput: CustomStringConvertible {
  /// The message for the user.
  ///
  /// An example is `DIR/notes.txt: skipped, since its extension is not that of a format`.
  public var description: String {
    switch reason {
    case .unknownExtension: "\(path): skipped, since its extension is not that of a format"
    case .notAFile: "\(path): skipped, since it is not a file"
    }
  }
}
