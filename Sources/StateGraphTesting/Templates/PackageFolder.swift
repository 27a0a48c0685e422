import Glibc

/// The folder of the package whose tests run. The paths of fixtures are relative to it.
struct PackageFolder: Sendable, Hashable {
  let path: String

  /// Finds the package of a source file: the nearest folder above it with a `Package.swift`.
  ///
  /// If there is no such folder, for example because the sources were moved after the build, the
  /// working directory takes its place.
  init(ofSourceFile file: String) {
    var folder = Substring(file)
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if access(folder + "/Package.swift", F_OK) == 0 {
        path = String(folder)
        return
      }
    }
    path = PackageFolder.workingDirectory
  }

  /// Returns the absolute form of a path that is relative to the package. An absolute path stays as
  /// it is.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : self.path + "/" + path }

  private static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }
}
