import StateGraphSQLite

extension Query {
  /// Keeps only the rows whose indexed text contains every word of `text`. Orders them by relevance
  /// unless the query has an order. `text` has no operators. If it has no word, the query finds no
  /// row.
  ///
  /// Searches the FTS5 table whose name is the name of the entity's table followed by `_search`. A
  /// migration creates it.
  ///
  /// - Parameters:
  ///   - text: The text that a user has typed.
  ///   - matchesPrefix: Whether the last word matches every word that begins with it, for a text
  ///     that is still being typed.
  public func search(_ text: String, matchesPrefix: Bool = false) -> Query {
    guard let search = SearchText(words: text, lastIsPrefix: matchesPrefix) else {
      return self.where { _ in QueryValue(.value(.integer(0))) }
    }
    return searching(search)
  }

  /// Keeps only the rows that match an expression in the syntax of FTS5, with `OR`, `NOT`, `NEAR`
  /// and `column :`. If the expression is invalid, ``fetch()`` throws `.invalidSQL`.
  public func search(syntax: String) -> Query { searching(SearchText(syntax: syntax)) }

  private func searching(_ search: SearchText) -> Query {
    var query = self
    if let first = shape.search {
      query.shape.search = SearchText(syntax: "(\(first.syntax)) AND (\(search.syntax))")
    } else {
      query.shape.search = search
    }
    return query
  }
}
