public import StateGraphNormalization
import StateGraphSQLite

/// A query over the entities of a store: a condition, an order, a limit and an offset.
///
/// ```swift
/// let recent = posts.query
///   .where { $0.author == ada && $0.title.like("Hello%") && !$0.isDraft }
///   .order { $0.createdAt.descending }
///   .limit(20)
/// ```
///
/// A query is a value, and building one runs no statement. The methods that read (`fetch`,
/// `fetchCount`, `page`, `sum` …) throw `DatabaseError`. Inside a `Computed`, a call of these
/// methods makes the node depend on the query: a commit invalidates the node only if the commit may
/// change the result. ``live`` is a node with the query's entities. Inside `Database.write`, a
/// query also reads what the transaction has written so far.
///
/// Rows without an order, and rows that are equal in the query's order, are ordered by primary key.
///
/// For a store in memory the query is evaluated in Swift, entity by entity.
public struct Query<Element: Entity>: Sendable {
  enum Source: Sendable {
    case table(QueryTable<Element>)
    case memory(EntityStore<Element>)
  }

  let source: Source
  var shape = QueryShape()

  /// Keeps only the rows for which the condition holds. If `where` is called several times, all
  /// conditions have to hold.
  ///
  /// A condition may combine thousands of comparisons, but its nesting is limited to fifty levels.
  /// To compare with thousands of values use `in`, which has no limit.
  public func `where`(_ condition: (QueryRow<Element>) -> QueryCondition) -> Query {
    var query = self
    query.shape.condition = .both(shape.condition, condition(QueryRow()).expression)
    return query
  }

  /// Orders the rows that are equal in all earlier orderings by one more ordering.
  public func order(_ ordering: (QueryRow<Element>) -> QueryOrdering) -> Query {
    ordered([ordering(QueryRow())])
  }

  /// Adds two orderings after the existing ones.
  public func order(
    _ orderings: (QueryRow<Element>) -> (QueryOrdering, QueryOrdering)
  ) -> Query {
    let (first, second) = orderings(QueryRow())
    return ordered([first, second])
  }

  /// Adds three orderings after the existing ones.
  public func order(
    _ orderings: (QueryRow<Element>) -> (QueryOrdering, QueryOrdering, QueryOrdering)
  ) -> Query {
    let (first, second, third) = orderings(QueryRow())
    return ordered([first, second, third])
  }

  /// Limits the result to at most `count` rows.
  public func limit(_ count: Int) -> Query {
    var query = self
    query.shape.limit = count
    return query
  }

  /// Skips the first `count` rows of the result. SQLite still has to read the skipped rows;
  /// ``page(size:after:)`` avoids this.
  public func offset(_ count: Int) -> Query {
    var query = self
    query.shape.offset = count
    return query
  }

  private func ordered(_ orderings: [QueryOrdering]) -> Query {
    var query = self
    query.shape.ordering += orderings.flatMap(\.terms)
    return query
  }
}

extension EntityStore where Element: Entity {
  /// A query for all entities. See ``Query``.
  public var query: Query<Element> {
    guard let table = backing as? TableBacking<Element> else { return Query(source: .memory(self)) }
    return Query(source: .table(QueryTable(database: table.database, table: table.table)))
  }
}
