import StateGraphSQLite

extension QueryExpression {
  /// An equivalent condition in a simpler form. `!` stands only before conditions that have no
  /// opposite operator. Boolean columns become comparisons, which an index and the router can look
  /// up.
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
      // If a reference is nil, the column of the missing row is NULL, and the negated condition has
      // to hold.
      return path.row.hops.isEmpty
        ? .compare(self, .equal, .value(.integer(0)))
        : .compare(self, .notEqual, .value(.integer(1)))
    // As in Swift, NaN equals nothing. SQLite binds NaN as NULL, so that `IS NOT` would compare
    // with NULL.
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

  /// The conditions that a normalized condition joins by AND.
  var conjuncts: [QueryExpression] { parts(of: .and) }

  /// Returns the conditions that a normalized condition joins by an operator.
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

  /// Whether the expression is a condition. Otherwise it is a value of the row.
  var isCondition: Bool {
    switch self {
    case .column, .value, .count: false
    default: true
    }
  }
}
