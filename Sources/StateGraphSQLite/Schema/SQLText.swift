/// Compares the statements that create the objects of two schemas, by their meaning.
package enum SQLText {
  /// Returns whether two CREATE statements create the same object.
  ///
  /// White space, comments, the case of words and the quotes around names make no difference. In a
  /// CREATE TABLE statement, neither does any other spelling that ``CanonicalTable`` knows.
  ///
  /// - Parameters:
  ///   - one: A statement.
  ///   - other: The other statement.
  ///   - tables: The tables of the schema of `one`. They contain the columns of an abbreviated
  ///     REFERENCES, and tell names from texts in double quotes.
  ///   - otherTables: The tables of the schema of `other`.
  package static func isSame(
    _ one: String,
    as other: String,
    in tables: [TableSchema],
    and otherTables: [TableSchema]
  ) -> Bool {
    if let ours = CanonicalTable(one, in: tables),
      let theirs = CanonicalTable(other, in: otherTables)
    {
      return ours == theirs
    }
    let (ours, theirs) = (tokens(one), tokens(other))
    let isKnown = { (name: String) in isName(name, in: tables) || isName(name, in: otherTables) }
    return ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { one, other in
        guard case (.quotedName(let name), .quotedName(let second)) = (one, other),
          !name.hasSameBytes(as: second)
        else { return one.isSame(as: other) }
        // SQLite takes a text in double quotes that is no name for a string.
        return one.isSame(as: other) && isKnown(name)
      }
  }

  private static func isName(_ name: String, in tables: [TableSchema]) -> Bool {
    tables.contains { $0.name.isSameName(as: name) || $0.column(name) != nil }
  }

  /// Returns the tokens of a statement. ASC is left out of an index, because it is the default.
  private static func tokens(_ sql: String) -> [SQLToken] {
    let tokens = Array(SQLTokenizer(sql))
    guard tokens.prefix(3).contains(where: { $0.isWord("INDEX") }) else { return tokens }
    return tokens.indices.filter { place in
      guard tokens[place].isWord("ASC"), place + 1 < tokens.count else { return true }
      let isColumn = tokens[place - 1].isSymbol("(") || tokens[place - 1].isSymbol(",")
      return isColumn || !(tokens[place + 1].isSymbol(")") || tokens[place + 1].isSymbol(","))
    }.map { tokens[$0] }
  }
}
