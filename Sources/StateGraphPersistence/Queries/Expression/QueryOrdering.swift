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
