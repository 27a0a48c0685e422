/// The path of a folder on the command line, without slashes at its end.
enum FolderPath {
  static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
