import StateGraphSQLite

extension Query {
  /// Returns the rows of this query whose indexed text contains every word of `text`.
  ///
  /// If the query has no order, the rows are ordered by relevance. Words such as `OR` in `text` are
  /// ordinary words and not operators. If `text` contains no word, the query finds no row.
  ///
  /// The search uses an FTS5 table. Its name is the name of the entity's table followed by
  /// `_search`. Create the FTS5 table and its triggers in a migration, with the SQL that
  /// `Database.proposedMigration(for:)` returns.
  ///
  /// - Parameters:
  ///   - text: The text that a user has typed.
  ///   - matchesPrefix: Whether the last word matches every word that begins with it. Use this for
  ///     a text that is still being typed.
  public func search(_ text: String, matchesPrefix: Bool = false) -> Query {
    guard let search = SearchText(words: text, lastIsPrefix: matchesPrefix) else {
      return self.where { _ in QueryValue(.value(.integer(0))) }
    }
    return searching(search)
  }

  /// Returns the rows of this query that match a search expression in the syntax of FTS5.
  ///
  /// An example is `swift NOT objective`. If the expression is invalid, ``fetch()`` throws
  /// `.invalidSQL`.
  public func search(syntax: String) -> Query { searching(SearchText(syntax: syntax)) }

  private func searching(_ search: SearchText) -> Query {
    var query = self
    query.shape.search = shape.search?.and(search) ?? search
    return query
  }
}
