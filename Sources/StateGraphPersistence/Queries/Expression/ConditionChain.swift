/// Conditions that one operator joins, in their order.
///
/// A balanced tree, in whatever order they were put together: whoever walks it, or lets go of it,
/// needs a stack for its height only.
struct ConditionChain: Hashable, Sendable {
  enum Operator: Hashable, Sendable {
    /// All of them hold.
    case and
    /// One of them holds.
    case or

    var opposite: Operator { self == .and ? .or : .and }
  }

  let joiner: Operator
  let left: QueryExpression
  let right: QueryExpression
  fileprivate let height: Int
  /// How deep the deepest of the conditions is nested in itself.
  let partDepth: Int

  var depth: Int { height + partDepth }

  /// The conditions that `transform` makes of these, joined by an operator.
  func map(
    _ joiner: Operator,
    _ transform: (QueryExpression) -> QueryExpression
  ) -> QueryExpression {
    let (left, right) = (transform(left), transform(right))
    return .joined(
      ConditionChain(
        joiner: joiner,
        left: left,
        right: right,
        height: height,
        partDepth: partDepth
      )
    )
  }
}

extension QueryExpression {
  static func and(_ left: QueryExpression, _ right: QueryExpression) -> QueryExpression {
    left.joined(.and, right)
  }

  static func or(_ left: QueryExpression, _ right: QueryExpression) -> QueryExpression {
    left.joined(.or, right)
  }

  /// The chain, if it is one of that operator.
  func chain(_ joiner: ConditionChain.Operator) -> ConditionChain? {
    if case .joined(let chain) = self, chain.joiner == joiner { chain } else { nil }
  }

  /// This chain with the one of `other` behind it. Neither end is more than twice as deep as the
  /// other, as in an AVL tree.
  ///
  /// - Parameter partDepth: How deep what is no chain of this operator is nested.
  func joined(
    _ joiner: ConditionChain.Operator,
    _ other: QueryExpression,
    partDepth: Int = 1
  ) -> QueryExpression {
    let join = { (left: QueryExpression, right: QueryExpression) in
      left.joined(joiner, right, partDepth: partDepth)
    }
    let node = { (left: QueryExpression, right: QueryExpression) in
      let ends = [left.chain(joiner), right.chain(joiner)]
      return QueryExpression.joined(
        ConditionChain(
          joiner: joiner,
          left: left,
          right: right,
          height: 1 + (ends.map { $0?.height ?? 0 }.max() ?? 0),
          partDepth: ends.reduce(partDepth) { max($0, $1?.partDepth ?? 0) }
        )
      )
    }
    let height = { (expression: QueryExpression) in expression.chain(joiner)?.height ?? 0 }
    if let chain = chain(joiner), chain.height > height(other) + 1 {
      let inner = join(chain.right, other)
      guard height(inner) > height(chain.left) + 1, let heavy = inner.chain(joiner) else {
        return node(chain.left, inner)
      }
      guard height(heavy.left) > height(heavy.right), let middle = heavy.left.chain(joiner) else {
        return node(node(chain.left, heavy.left), heavy.right)
      }
      return node(node(chain.left, middle.left), node(middle.right, heavy.right))
    }
    if let chain = other.chain(joiner), chain.height > height(self) + 1 {
      let inner = join(self, chain.left)
      guard height(inner) > height(chain.right) + 1, let heavy = inner.chain(joiner) else {
        return node(inner, chain.right)
      }
      guard height(heavy.right) > height(heavy.left), let middle = heavy.right.chain(joiner) else {
        return node(heavy.left, node(heavy.right, chain.right))
      }
      return node(node(heavy.left, middle.left), node(middle.right, chain.right))
    }
    return node(self, other)
  }
}
