import Glibc
import StateGraphSQLite

/// Remembers the steps of the last failed history in a file, so that the next run of the test
/// begins with these steps.
struct HistoryMemory {
  private let path: String?
  private let rules: [String]

  /// - Parameters:
  ///   - package: The package of the test.
  ///   - file: The source file of the test.
  ///   - rules: The names of the rules of the history. Together with `file`, they identify the
  ///     history.
  init(_ package: PackageFolder, file: String, rules: [String]) {
    self.rules = rules
    let folder = package.path + "/.build/stategraph/histories"
    let text = ([file] + rules).joined(separator: "\0")
    let name = SHA256.hexadecimal(of: text.utf8).prefix(16)
    path = FileSystem.makeFolders(folder) ? "\(folder)/\(name).txt" : nil
  }

  /// The remembered history, or nil.
  var history: RecordedHistory? {
    guard let path, let bytes = FileSystem.bytes(of: path) else { return nil }
    return RecordedHistory(String(decoding: bytes, as: UTF8.self), rules: rules)
  }

  /// Remembers the history of a failure. Nil forgets it.
  func remember(_ history: RecordedHistory?) {
    guard let path else { return }
    guard let history else {
      unlink(path)
      return
    }
    // Without the file, the next run only takes longer to find the failure.
    try? FileSystem.write(Array((history.text + "\n").utf8), to: path)
  }
}
