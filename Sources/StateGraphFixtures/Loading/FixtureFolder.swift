import Glibc
import StateGraphFormats
import StateGraphSQLite

/// The list of the files of a fixture, which is a folder of rows without subfolders.
///
/// ``FixtureLoader`` loads these files into a database.
package struct FixtureFolder: Sendable {
  package struct File: Sendable {
    package let name: String
    /// Whether the file contains SQL statements. If false, it contains rows as JSON, CSV or TSV.
    package let isSQL: Bool
  }

  /// The absolute path of the folder.
  package let path: String
  /// The path of the folder that error messages show. It is usually relative to the package.
  package let shownPath: String
  /// The files of the fixture, sorted by the bytes of their names.
  package let files: [File]

  /// Creates the list of the fixture files in a folder.
  ///
  /// Hidden files and files of the type `.md` do not belong to the fixture, and are left out.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the folder.
  ///   - shownPath: The path that error messages show.
  ///   - report: A function that is called with the error of each file that no fixture can contain,
  ///     and with the error of an empty folder. The function throws the error to end the listing,
  ///     or returns to leave the file out.
  /// - Throws: ``FixtureError`` if the folder cannot be read; the errors that `report` throws.
  package init(
    path: String,
    shownAs shownPath: String,
    reporting report: FixtureErrorReport = { error throws(FixtureError) in throw error }
  ) throws(FixtureError) {
    self.path = path
    self.shownPath = shownPath
    let names = try Self.names(in: path, shownPath).filter { !$0.utf8.starts(with: ".".utf8) }
    var files: [File] = []
    for name in names {
      do throws(FixtureError) {
        if let file = try Self.file(name, in: path, shownPath: shownPath) { files.append(file) }
      } catch {
        try report(error)
      }
    }
    if names.allSatisfy({ $0.hasSuffix(".md") }) {
      try report(FixtureError("the folder has no fixture files", in: shownPath))
    }
    self.files = files
  }

  /// Returns the path of a file of the folder as error messages show it.
  func shownPath(of name: String) -> String { shownPath + "/" + name }

  /// Reads the bytes of a file of the folder: an SQL script to run, or any file to compute the
  /// digest that names a template.
  package func bytes(of file: File) throws(FixtureError) -> [UInt8] {
    let shown = shownPath(of: file.name)
    let descriptor = open(path + "/" + file.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw FixtureError("the file cannot be read: \(systemMessage(errno))", in: shown)
    }
    defer { close(descriptor) }
    guard let bytes = FileBytes.read(from: descriptor) else {
      throw FixtureError("the file cannot be read: \(systemMessage(errno))", in: shown)
    }
    return bytes
  }

  private static func file(
    _ name: String,
    in path: String,
    shownPath: String
  ) throws(FixtureError) -> File? {
    let shown = shownPath + "/" + name
    var status = stat()
    guard lstat(path + "/" + name, &status) == 0 else {
      throw FixtureError("the file cannot be read: \(systemMessage(errno))", in: shown)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK:
      throw FixtureError(
        "the file is a symbolic link",
        remedy: "Copy the file, because a change of the target would not be noticed",
        in: shown
      )
    case S_IFDIR:
      throw FixtureError(
        "the fixture contains a folder",
        remedy: "Make it a fixture of its own, and combine both with adding(_:)",
        in: shown
      )
    default: throw FixtureError("the fixture contains something else than a file", in: shown)
    }
    if name.hasSuffix(".md") { return nil }
    let isSQL = name.hasSuffix(".sql")
    guard isSQL || ImportFormat(path: name) != nil else {
      throw FixtureError(
        "the file has no known format",
        remedy: "Its name must end in .jsonl, .json, .csv, .tsv or .sql",
        in: shown
      )
    }
    return File(name: name, isSQL: isSQL)
  }

  private static func names(
    in path: String,
    _ shownPath: String
  ) throws(FixtureError) -> [String] {
    guard let names = FileBytes.names(inFolder: path) else {
      throw FixtureError(
        "the folder of the fixture cannot be read: \(systemMessage(errno))",
        remedy: "The path is relative to the folder of Package.swift",
        in: shownPath
      )
    }
    return names
  }
}
