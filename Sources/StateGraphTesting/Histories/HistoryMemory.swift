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

  /// The remembered steps. Nil if no failure is remembered.
  var steps: [RecordedStep]? {
    guard let path, let bytes = FileSystem.bytes(of: path) else { return nil }
    return RecordedStep.steps(String(decoding: bytes, as: UTF8.self), rules: rules)
  }

  /// Remembers the steps of a failure. Forgets the remembered steps if `steps` is nil.
  func remember(_ steps: [RecordedStep]?) {
    guard let path else { return }
    guard let steps else {
      unlink(path)
      return
    }
    // An error is ignored, because the next run can find the failure without the file, too.
    try? FileSystem.write(Array((RecordedStep.text(steps) + "\n").utf8), to: path)
  }
}
