import StateGraphLive
import StateGraphSQLite

extension QueryExpression {
  /// The aggregates in this condition on groups, without duplicates.
  var aggregates: [QueryAggregate] {
    var found: [QueryAggregate] = []
    _ = replacing { expression in
      if case .aggregate(let aggregate) = expression, !found.contains(aggregate) {
        found.append(aggregate)
      }
      return nil
    }
    return found
  }

  /// Returns a copy of this expression in which some subexpressions are replaced.
  ///
  /// - Parameter replacement: Returns the replacement of an expression, or nil to keep the
  ///   expression. In a kept expression, the method replaces the operands in the same way.
  func replacing(_ replacement: (QueryExpression) -> QueryExpression?) -> QueryExpression {
    if let replaced = replacement(self) { return replaced }
    switch self {
    case .compare(let left, let comparison, let right):
      return .compare(left.replacing(replacement), comparison, right.replacing(replacement))
    case .isOneOf(let value, let values): return .isOneOf(value.replacing(replacement), values)
    case .matches(let value, let match): return .matches(value.replacing(replacement), match)
    case .function(let function, let operands):
      return .function(function, operands.map { $0.replacing(replacement) })
    case .joined(let chain): return chain.map(chain.joiner) { $0.replacing(replacement) }
    case .not(let inner): return .not(inner.replacing(replacement))
    case .comparing(let entities, let inner):
      return .comparing(entities, inner.replacing(replacement))
    case .column, .value, .exists, .related, .aggregate, .groupKey, .tooDeep, .unusable:
      return self
    }
  }
}
