/// The tokens of a statement, and of the views that it names.
///
/// The tokens of a view are also included if the statement uses the name of the view for something
/// else, such as an alias.
struct ExpandedTokens {
  private(set) var tokens: [SQLToken] = []

  /// - Parameter views: The SQL of each view, by view name with ASCII letters in lower case.
  init(_ sql: String, views: [ByteText: String]) {
    var unread = [sql]
    var seen: Set<ByteText> = []
    while let text = unread.popLast() {
      for token in SQLTokenizer(text) {
        tokens.append(token)
        guard let name = token.name.map({ ByteText(foldingCaseOf: $0) }), let view = views[name],
          seen.insert(name).inserted
        else { continue }
        unread.append(view)
      }
    }
  }

  /// Every text that can be the name of a table. SQLite also accepts a string as a name.
  var names: [String] { tokens.compactMap(\.name) }

  /// Returns whether one of these keywords is present.
  func contains(anyOf keywords: [String]) -> Bool {
    tokens.contains { token in
      guard case .word(let word) = token else { return false }
      return keywords.contains { word.isSameName(as: $0) }
    }
  }
}

extension SQLToken {
  fileprivate var name: String? {
    switch self {
    case .word(let name), .quotedName(let name), .string(let name): name
    case .symbol: nil
    }
  }
}
