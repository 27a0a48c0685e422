/// Removes slashes from the end of a folder path that the user gave. A report can therefore join
/// the path and a file name with one slash.
enum FolderPath {
  static func trimmed(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
