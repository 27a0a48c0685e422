import StateGraphSQLite

extension Query {
  /// Only the rows whose indexed text has every word of `text`, the best match first unless the
  /// query is ordered. The text is nothing but words, whatever is in it; without a word no row is
  /// found.
  ///
  /// Searches the FTS5 table named like the entity's with `_search` behind it, which a migration
  /// makes.
  ///
  /// - Parameters:
  ///   - text: What somebody typed.
  ///   - matchesPrefix: Lets the last word stand for every word that begins so: for a text that is
  ///     still being typed.
  public func search(_ text: String, matchesPrefix: Bool = false) -> Query {
    guard let search = SearchText(words: text, lastIsPrefix: matchesPrefix) else {
      return self.where { _ in QueryValue(.value(.integer(0))) }
    }
    return searching(search)
  }

  /// Only the rows that match an expression in the syntax of FTS5, with its `OR`, `NOT`, `NEAR` and
  /// `column :`. The escape hatch: a mistake in it is thrown by ``fetch()`` as `.invalidSQL`.
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
