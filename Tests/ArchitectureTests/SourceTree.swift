import Foundation
import Synchronization
import TestSupport

/// A file of the package, as text.
///
/// Each suite asks for the same files, so that they are read and taken apart once.
final class SourceFile: Sendable {
  /// Relative to the package root.
  let path: String
  let lines: [String]
  private let knownTokens = Mutex<SwiftTokens?>(nil)
  private let knownCode = Mutex<[(number: Int, text: String)]?>(nil)
  private static let trees = Mutex<[String: [SourceFile]]>([:])

  init(path: String, lines: [String]) {
    self.path = path
    self.lines = lines
  }

  var scanned: SwiftTokens {
    knownTokens.withLock { known in
      let tokens = known ?? SwiftTokens(lines)
      known = tokens
      return tokens
    }
  }

  /// `StateGraphCore` for `Sources/StateGraphCore/Values/Stored.swift`.
  var module: String { String(path.split(separator: "/")[1]) }

  /// The modules that the file imports, however it says so.
  var imports: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let position = words.firstIndex(of: "import"),
        words[..<position].allSatisfy({
          $0.hasPrefix("@") || SourceFile.accessWords.contains(String($0))
        }),
        position + 1 < words.count
      else { return nil }
      return String(words[position + 1].split(separator: ".")[0])
    }
  }

  private static let accessWords: Set = ["public", "package", "internal", "private", "fileprivate"]

  /// Code lines: not a comment, not empty.
  var code: [(number: Int, text: String)] {
    knownCode.withLock { known in
      let code =
        known
        ?? lines.enumerated().compactMap { index, line in
          let trimmed = line.trimmingCharacters(in: .whitespaces)
          return trimmed.isEmpty || trimmed.hasPrefix("//") ? nil : (index + 1, trimmed)
        }
      known = code
      return code
    }
  }

  static func all(under folder: String, ending: String = ".swift") -> [SourceFile] {
    trees.withLock { trees in
      let tree = trees[folder + ending] ?? read(folder, ending: ending)
      trees[folder + ending] = tree
      return tree
    }
  }

  private static func read(_ folder: String, ending: String) -> [SourceFile] {
    let root = PackageRoot.path + "/" + folder
    guard let names = FileManager.default.enumerator(atPath: root) else { return [] }
    // A link is the same file again.
    return names.compactMap { name in
      names.fileAttributes?[.type] as? FileAttributeType == .typeSymbolicLink
        ? nil : name as? String
    }
    .filter { $0.hasSuffix(ending) }.sorted()
    .compactMap { name in
      guard let text = try? String(contentsOfFile: root + "/" + name, encoding: .utf8) else {
        return nil
      }
      return SourceFile(
        path: folder + "/" + name,
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      )
    }
  }
}
