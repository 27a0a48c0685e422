import StateGraphSQLite

extension QueryExpression {
  /// The same condition with every `!` moved down to what has no opposite of its own, and columns
  /// of truth values as comparisons, which an index and the router understand.
  var normalized: QueryExpression { normalized(negated: false) }

  private func normalized(negated: Bool) -> QueryExpression {
    switch self {
    case .not(let inner):
      return inner.normalized(negated: !negated)
    case .and(let left, let right):
      let (left, right) = (left.normalized(negated: negated), right.normalized(negated: negated))
      return negated ? .or(left, right) : .and(left, right)
    case .or(let left, let right):
      let (left, right) = (left.normalized(negated: negated), right.normalized(negated: negated))
      return negated ? .and(left, right) : .or(left, right)
    case .column(let path):
      guard negated else { return .compare(self, .equal, .value(.integer(1))) }
      // What a missing row says is NULL, and the opposite of true as well.
      return path.row.hops.isEmpty
        ? .compare(self, .equal, .value(.integer(0)))
        : .compare(self, .notEqual, .value(.integer(1)))
    // Equal to nothing, as in Swift. SQL has NULL for it, and would take `IS NOT` for another
    // question.
    case .compare(_, .equal, .value(.real(let real))) where real.isNaN:
      return .value(.integer(negated ? 1 : 0))
    case .compare(_, .notEqual, .value(.real(let real))) where real.isNaN:
      return .value(.integer(negated ? 0 : 1))
    case .compare(let left, .equal, let right) where negated:
      return .compare(left, .notEqual, right)
    case .compare(let left, .notEqual, let right) where negated:
      return .compare(left, .equal, right)
    default:
      return negated ? .not(self) : self
    }
  }

  /// The parts of a normalized condition that all have to hold.
  var conjuncts: [QueryExpression] {
    flattened { if case .and(let l, let r) = $0 { (l, r) } else { nil } }
  }

  /// The parts of a normalized condition of which one has to hold.
  var disjuncts: [QueryExpression] {
    flattened { if case .or(let l, let r) = $0 { (l, r) } else { nil } }
  }

  /// Without recursion: a long chain of `&&` is a deep tree.
  private func flattened(
    _ split: (QueryExpression) -> (QueryExpression, QueryExpression)?
  ) -> [QueryExpression] {
    var found: [QueryExpression] = []
    var waiting = [self]
    while let next = waiting.popLast() {
      guard let (left, right) = split(next) else {
        found.append(next)
        continue
      }
      waiting.append(right)
      waiting.append(left)
    }
    return found
  }

  /// Whether it is a condition rather than a value of the row.
  var isCondition: Bool {
    switch self {
    case .column, .value, .count: false
    default: true
    }
  }
}
