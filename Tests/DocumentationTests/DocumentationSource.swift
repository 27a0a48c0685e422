import Foundation
import TestSupport

/// The articles, as text.
enum DocumentationSource {
  static func text(ofArticle name: String) throws -> String {
    try String(
      contentsOfFile: PackageRoot.path
        + "/Sources/StateGraphPersistence/Documentation.docc/\(name).md",
      encoding: .utf8
    )
  }

  /// The code blocks of one language.
  static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }
}
