import Glibc
import StateGraphSQLite
import StateGraphThreads
import Testing

/// The patches of failed expectations in the folder `.stategraph/expected` of a package.
///
/// A patch is removed when its expectation passes, or when its source file changes. All patches in
/// the folder can therefore be applied.
final class PatchFolder: Sendable {
  static let shared = PatchFolder()

  /// For each source file, the lines of the expectations for which a patch may exist. A source file
  /// gets an element when its first expectation passes.
  private let lines = Guarded<[String: Set<Int>]>([:])

  /// Returns the path of a patch, relative to the package.
  ///
  /// - Parameters:
  ///   - file: The path of the source file, relative to the package.
  ///   - line: The line of the expectation.
  static func path(ofPatchFor file: String, line: Int) -> String {
    ".stategraph/expected/\(file.replacing("/", with: "-"))-\(line).patch"
  }

  /// Writes a patch file. Errors are ignored: the developer then has no patch, but loses nothing
  /// else.
  func write(_ patch: ExpectationPatch) {
    let path = patch.package.absolute(patch.path)
    guard let slash = path.lastIndex(of: "/"), FileSystem.makeFolders(String(path[..<slash]))
    else { return }
    try? FileSystem.write(Array(patch.text.utf8), to: path)
  }

  /// Removes the patch of an expectation that has passed. The first call for a source file also
  /// removes the patches that are older than this file, because they may not apply.
  func expectationPassed(at location: SourceLocation) {
    let file = location.absoluteFilePath
    let known = lines.withLock { $0[file] }
    let current = known ?? Self.currentLines(of: file)
    if current.contains(location.line) {
      Self.remove(file, line: location.line)
    } else if known != nil {
      return
    }
    _ = lines.withLock { $0[file, default: current].remove(location.line) }
  }

  /// Removes the patches that are older than their source file. Returns the lines of the
  /// expectations for which the other patches were written.
  private static func currentLines(of file: String) -> Set<Int> {
    let package = PackageFolder(ofSourceFile: file)
    guard file.hasPrefix(package.path + "/") else { return [] }
    let name = String(file.dropFirst(package.path.count + 1))
    let folder = package.absolute(".stategraph/expected")
    let prefix = name.replacing("/", with: "-") + "-"
    let time = FileSystem.time(of: file)
    var lines: Set<Int> = []
    for patch in FileSystem.names(in: folder) where patch.hasPrefix(prefix) {
      guard let line = Int(patch.dropFirst(prefix.count).prefix { $0 != "." }) else { continue }
      if FileSystem.time(of: folder + "/" + patch) < time {
        unlink(folder + "/" + patch)
      } else {
        lines.insert(line)
      }
    }
    return lines
  }

  private static func remove(_ file: String, line: Int) {
    let package = PackageFolder(ofSourceFile: file)
    let name = String(file.dropFirst(package.path.count + 1))
    unlink(package.absolute(path(ofPatchFor: name, line: line)))
  }
}

extension SourceLocation {
  /// The absolute path of the source file.
  ///
  /// Swift Testing has the path as a documented property since Swift 6.3. Before that, only the
  /// property with the underscore exists.
  var absoluteFilePath: String {
    #if compiler(>=6.3)
    filePath
    #else
    _filePath
    #endif
  }
}
