import StateGraphSQLite

extension QueryExpression {
  /// An equivalent condition in a simpler form. A negation remains only before a condition that has
  /// no opposite operator.
  ///
  /// A Boolean column becomes a comparison with 1 or 0. An index and the router can look up such a
  /// comparison.
  var normalized: QueryExpression { normalized(negated: false) }

  private func normalized(negated: Bool) -> QueryExpression {
    switch self {
    case .not(let inner):
      return inner.normalized(negated: !negated)
    case .joined(let chain):
      return chain.map(negated ? chain.joiner.opposite : chain.joiner) {
        $0.normalized(negated: negated)
      }
    case .column(let path):
      guard negated else { return .compare(self, .equal, .value(.integer(1))) }
      // If a reference is nil, the columns of the missing row are NULL. The negated condition has
      // to hold for NULL, too.
      return path.row.hops.isEmpty
        ? .compare(self, .equal, .value(.integer(0)))
        : .compare(self, .notEqual, .value(.integer(1)))
    // In Swift, NaN equals nothing. SQLite binds NaN as NULL, so that `IS NOT` would compare with
    // NULL.
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

  /// The conditions that this normalized condition joins by AND. If there is no AND, the condition
  /// itself is the only element.
  var conjuncts: [QueryExpression] { parts(of: .and) }

  /// Returns the conditions that this normalized condition joins by an operator, in their order. If
  /// the operator does not occur, returns only the condition itself.
  func parts(of joiner: ConditionChain.Operator) -> [QueryExpression] {
    var found: [QueryExpression] = []
    var waiting = [self]
    while let next = waiting.popLast() {
      guard let chain = next.chain(joiner) else {
        found.append(next)
        continue
      }
      waiting.append(chain.right)
      waiting.append(chain.left)
    }
    return found
  }

  /// Whether the expression is a condition. False for a column, a constant and a count, which are
  /// values.
  var isCondition: Bool {
    switch self {
    case .column, .value, .count: false
    default: true
    }
  }
}
