public import StateGraphNormalization
import StateGraphSQLite

/// Rows of a store: which ones, in which order, how many.
///
/// ```swift
/// let recent = posts.query
///   .where { $0.author == ada && $0.title.like("Hello%") && !$0.isDraft }
///   .order { $0.createdAt.descending }
///   .limit(20)
/// ```
///
/// A value: building one runs nothing. Verbs that throw (`fetch`, `page`, `sum`) say what went
/// wrong; those that a store has too (`getAll`, `count`, `isEmpty`, `first`) log it, as a store
/// does. Either is a dependency where it is called inside a `Computed`, as exact as the router can
/// tell, and ``live`` is a node of its own. Inside `Database.write` a query sees what was
/// written so far.
///
/// Rows without an order come by key, and rows that are equal in their order as well.
///
/// On a store in memory the same query is evaluated in Swift, entity by entity.
public struct Query<Element: Entity>: Sendable {
  enum Source: Sendable {
    case table(QueryTable<Element>)
    case memory(EntityStore<Element>)
  }

  let source: Source
  var shape = QueryShape()

  /// Only the rows for which the condition holds. Several calls all have to hold.
  ///
  /// A condition may have thousands of parts, but not be nested fifty deep. For thousands of
  /// values use `in`, which has no limit.
  public func `where`(_ condition: (QueryRow<Element>) -> QueryCondition) -> Query {
    var query = self
    query.shape.condition = .both(shape.condition, condition(QueryRow()).expression)
    return query
  }

  /// Ordered by a value, behind the orders that were given before.
  public func order(_ ordering: (QueryRow<Element>) -> QueryOrdering) -> Query {
    ordered([ordering(QueryRow())])
  }

  /// Ordered by two values.
  public func order(
    _ orderings: (QueryRow<Element>) -> (QueryOrdering, QueryOrdering)
  ) -> Query {
    let (first, second) = orderings(QueryRow())
    return ordered([first, second])
  }

  /// Ordered by three values.
  public func order(
    _ orderings: (QueryRow<Element>) -> (QueryOrdering, QueryOrdering, QueryOrdering)
  ) -> Query {
    let (first, second, third) = orderings(QueryRow())
    return ordered([first, second, third])
  }

  /// At most so many rows.
  public func limit(_ count: Int) -> Query {
    var query = self
    query.shape.limit = count
    return query
  }

  /// Without the first so many rows. Reads them all the same; see ``page(size:after:)``.
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
  /// All entities, to be narrowed and ordered. See ``Query``.
  public var query: Query<Element> {
    guard let table = backing as? TableBacking<Element> else { return Query(source: .memory(self)) }
    return Query(source: .table(QueryTable(database: table.database, table: table.table)))
  }
}
