import StateGraphSQLite

extension QueryExpression {
  /// The same condition with every `!` moved down to what has no opposite of its own, and columns
  /// of truth values as comparisons, which an index and the router understand.
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
  var conjuncts: [QueryExpression] { parts(of: .and) }

  /// The parts of a normalized condition that the operator joins.
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

  /// Whether it is a condition rather than a value of the row.
  var isCondition: Bool {
    switch self {
    case .column, .value, .count: false
    default: true
    }
  }
}
