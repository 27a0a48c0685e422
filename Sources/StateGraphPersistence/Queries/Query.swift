public import StateGraphNormalization
import StateGraphSQLite

/// A query over the entities of a store: a condition, an order, a limit and an offset.
///
/// ```swift
/// let recent = posts.query
///   .where { $0.author == ada && $0.title.like("Hello%") }
///   .order { $0.title.descending }
///   .limit(20)
/// let titles = try recent.fetch().map(\.title)
/// ```
///
/// A query is a value, and building one runs no SQL. The methods that read, such as `fetch`,
/// `fetchCount`, `page` and `sum`, throw `DatabaseError`.
///
/// Inside a `Computed`, a method that reads makes the node depend on the query. A commit
/// invalidates the node only if the commit may change the result. ``live`` is a node that contains
/// the query's entities.
///
/// Inside `Database.write`, a query also reads the uncommitted changes of the open transaction.
///
/// Rows that are equal in the query's order are ordered by primary key. A query without an order is
/// ordered by primary key.
///
/// For a store in memory, the query is evaluated in Swift, entity by entity.
public struct Query<Element: Entity>: Sendable {
  enum Source: Sendable {
    case table(QueryTable<Element>)
    case memory(EntityStore<Element>)
  }

  let source: Source
  var shape = QueryShape()

  /// The row that the query passes to closures, such as the closure of `where`. It represents any
  /// row of the table, and contains no values.
  var row: QueryRow<Element> {
    switch source {
    case .table(let table): QueryRow(of: table.table.graph)
    case .memory: QueryRow(of: nil)
    }
  }

  /// Returns the rows of this query for which the condition is true.
  ///
  /// If `where` is called several times, all conditions must be true. If one compares with an
  /// entity of another database, reading throws `.misuse`, and with a deleted entity
  /// `.deletedEntity`; a live result is then empty. A condition may combine thousands of
  /// comparisons, but it must not be nested more than fifty levels deep. To compare with thousands
  /// of values, use `in`.
  public func `where`(_ condition: (QueryRow<Element>) -> QueryCondition) -> Query {
    let condition = condition(row).expression
    return changing { shape in
      shape.condition = .both(shape.condition, and: condition)
      shape.compared.states += condition.comparedEntities
    }
  }

  /// Adds an ordering to the query.
  ///
  /// The new ordering applies to rows that are equal in all earlier orderings.
  public func order(_ ordering: (QueryRow<Element>) -> QueryOrdering) -> Query {
    ordered([ordering(row)])
  }

  /// Adds two orderings to the query.
  ///
  /// The new orderings apply to rows that are equal in all earlier orderings.
  public func order(
    _ orderings: (QueryRow<Element>) -> (QueryOrdering, QueryOrdering)
  ) -> Query {
    let (first, second) = orderings(row)
    return ordered([first, second])
  }

  /// Adds three orderings to the query.
  ///
  /// The new orderings apply to rows that are equal in all earlier orderings.
  public func order(
    _ orderings: (QueryRow<Element>) -> (QueryOrdering, QueryOrdering, QueryOrdering)
  ) -> Query {
    let (first, second, third) = orderings(row)
    return ordered([first, second, third])
  }

  /// Adds any number of orderings to the query. A program can collect the orderings at run time.
  ///
  /// The new orderings apply to rows that are equal in all earlier orderings.
  public func order(_ orderings: (QueryRow<Element>) -> [QueryOrdering]) -> Query {
    ordered(orderings(row))
  }

  /// Limits the result to the first `count` rows. Replaces an earlier limit.
  ///
  /// If the number is negative, reading throws `.misuse`.
  public func limit(_ count: Int) -> Query { changing { $0.limit = count } }

  /// Skips the first `count` rows of the result. Replaces an earlier offset.
  ///
  /// SQLite still has to read the skipped rows. ``page(size:after:)`` avoids this cost. If the
  /// number is negative, reading throws `.misuse`.
  public func offset(_ count: Int) -> Query { changing { $0.offset = count } }

  private func ordered(_ orderings: [QueryOrdering]) -> Query {
    changing { $0.ordering += orderings.flatMap(\.terms) }
  }

  private func changing(_ change: (inout QueryShape) -> Void) -> Query {
    var query = self
    change(&query.shape)
    return query
  }
}

extension EntityStore where Element: Entity {
  /// A query for all entities of the store, ordered by primary key. Add conditions and an order to
  /// it.
  public var query: Query<Element> {
    guard let table = backing as? TableBacking<Element> else { return Query(source: .memory(self)) }
    return Query(source: .table(QueryTable(database: table.database, table: table.table)))
  }
}

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
    changing { $0.search = $0.search?.and(search) ?? search }
  }
}
