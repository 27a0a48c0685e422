public import StateGraphSQLite

/// An ordering of the rows of a query, such as `$0.createdAt.descending`.
///
/// As in SQLite, nil is less than every other value.
public struct QueryOrdering: Hashable, Sendable {
  enum Direction: Hashable, Sendable {
    case ascending, descending
  }

  struct Term: Hashable, Sendable {
    let expression: QueryExpression
    let direction: Direction
  }

  let terms: [Term]

  init(_ terms: [(QueryExpression, Direction)]) {
    self.terms = terms.map { Term(expression: $0.0, direction: $0.1) }
  }
}

/// What the closure `order` of a relationship may return: a value such as `$0.position`, which
/// means its ascending order, an ordering such as `$0.position.descending`, or an array of
/// orderings.
///
/// Do not conform your own types.
public protocol QueryOrderable: Sendable {
  /// The ordering of the rows.
  var queryOrdering: QueryOrdering { get }
}

extension QueryOrdering: QueryOrderable {
  public var queryOrdering: QueryOrdering { self }
}

extension QueryValue: QueryOrderable
where Value: Bindable, Value.QueryComparison == ComparedByValue {
  public var queryOrdering: QueryOrdering { ascending }
}

extension [QueryOrdering]: QueryOrderable {
  public var queryOrdering: QueryOrdering {
    QueryOrdering(flatMap(\.terms).map { ($0.expression, $0.direction) })
  }
}
