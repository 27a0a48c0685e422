import StateGraphLive
import StateGraphSQLite

extension QueryExpression {
  /// An equivalent condition in a simpler form, for example `a != 1` for `!(a == 1)`.
  ///
  /// A negation remains only if the negated condition has no opposite operator. A Boolean column
  /// becomes a comparison with 1 or 0, because an index can look up a comparison.
  var normalized: QueryExpression { normalized(negated: false) }

  private func normalized(negated: Bool) -> QueryExpression {
    switch self {
    case .comparing(_, let inner): return inner.normalized(negated: negated)
    case .not(let inner):
      return inner.normalized(negated: !negated)
    case .joined(let chain):
      return chain.map(negated ? chain.joiner.opposite : chain.joiner) {
        $0.normalized(negated: negated)
      }
    case .column(let path):
      guard negated else { return .compare(self, .equal, .value(.integer(1))) }
      // If a reference is nil, the columns of the missing row are NULL. The negated condition must
      // be true for NULL.
      return path.row.hops.isEmpty
        ? .compare(self, .equal, .value(.integer(0)))
        : .compare(self, .notEqual, .value(.integer(1)))
    case .function:
      return .compare(self, negated ? .notEqual : .equal, .value(.integer(1)))
    // In Swift, NaN equals nothing. SQLite binds NaN as NULL, so `IS NOT` would compare with NULL.
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

  /// The conditions that this condition joins by AND.
  ///
  /// If this condition is not an AND, the array contains only this condition.
  var conjuncts: [QueryExpression] { parts(of: .and) }

  /// Returns the conditions that this condition joins by `joiner`, in their order.
  ///
  /// If this condition does not use the operator, returns only this condition.
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

  /// Whether the expression is a condition. False for values, such as a column, a constant or a
  /// function.
  var isCondition: Bool {
    switch self {
    case .column, .value, .function, .related, .aggregate, .groupKey: false
    default: true
    }
  }
}

extension QueryExpression {
  /// Returns this expression, in a form in which SQLite compares its values as Swift compares
  /// values of `type`. Use it for an expression that is no column of the type.
  func compared(as type: any Bindable.Type) -> QueryExpression {
    type.storesDates ? .function(.date, [self]) : self
  }
}
