/// The tokens of an SQL statement, and of the views that the statement names. Used to find keywords
/// and names that SQLite's authorizer does not report.
///
/// The tokens of a view are also included if the statement uses the name of the view for something
/// else, such as an alias.
struct ExpandedTokens {
  private(set) var tokens: [SQLToken] = []

  /// - Parameters:
  ///   - sql: The SQL text of the statement.
  ///   - views: The SQL text of each view in the file, by the view's name with ASCII letters in
  ///     lower case.
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

  /// One element for each token that can be the name of a table. SQLite also accepts a string in
  /// single quotes as a name.
  var names: [String] { tokens.compactMap(\.name) }

  /// Returns whether the tokens contain one of these keywords.
  func contains(anyOf keywords: [String]) -> Bool {
    tokens.contains { token in
      guard case .word(let word) = token else { return false }
      return keywords.contains { word.isSameName(as: $0) }
    }
  }
}
