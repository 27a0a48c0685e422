/// Which folder of a module names something that another folder declares, and where these arrows
/// lead back to where they began.
///
/// Only names that the whole module can see and that one folder declares count. What a folder adds
/// to a type of another one by an extension has no such name.
struct FolderArrows {
  struct Arrow: Hashable {
    let from: String
    let to: String
  }

  /// For each arrow, one name and the file that uses it, for the message.
  private(set) var arrows: [Arrow: String] = [:]

  init(module: String, files: [SourceFile]) {
    let own = files.filter { $0.module == module }.map { file in
      (file: file, folder: Self.folder(of: file, in: module), tokens: file.scanned)
    }
    var folders: [String: Set<String>] = [:]
    for (_, folder, tokens) in own {
      for name in SourceDeclarations(tokens).topLevelNames {
        folders[name, default: []].insert(folder)
      }
    }
    let declared = folders.filter { $0.value.count == 1 }.compactMapValues(\.first)
    for (file, folder, source) in own {
      for (position, token) in source.tokens.enumerated() where token.isIdentifier {
        guard let target = declared[token.text], target != folder,
          Self.isUse(source.tokens, at: position)
        else { continue }
        let arrow = Arrow(from: folder, to: target)
        if arrows[arrow] == nil {
          arrows[arrow] = "\(folder) → \(target): \(file.path):\(token.line) uses \(token.text)"
        }
      }
    }
  }

  private static func folder(of file: SourceFile, in module: String) -> String {
    let parts = file.path.split(separator: "/").dropFirst(2).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// A member, a label or a declaration of the same name is another thing.
  private static func isUse(_ tokens: [SwiftTokens.Token], at position: Int) -> Bool {
    let before = position > 0 ? tokens[position - 1].text : ""
    let after = position + 1 < tokens.count ? tokens[position + 1].text : ""
    if [".", "func", "let", "var", "case", "associatedtype"].contains(before) { return false }
    if tokens[position].text.first?.isUppercase == true { return after != ":" || before == "<" }
    return after == "("
  }

  /// One line for each arrow between two folders of which each can be reached from the other.
  var cycles: [String] {
    var reachable: [String: Set<String>] = [:]
    for start in Set(arrows.keys.map(\.from)) {
      var seen: Set<String> = []
      var next = [start]
      while let folder = next.popLast() {
        for arrow in arrows.keys where arrow.from == folder && seen.insert(arrow.to).inserted {
          next.append(arrow.to)
        }
      }
      reachable[start] = seen
    }
    return arrows.filter { reachable[$0.key.to]?.contains($0.key.from) == true }.map(\.value)
      .sorted()
  }
}
