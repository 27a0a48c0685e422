/// Several conditions in a fixed order, all joined by AND or all joined by OR.
///
/// The conditions are stored in a balanced tree, even if they were joined one by one. Visiting or
/// releasing the tree therefore needs little stack.
struct ConditionChain: Hashable, Sendable {
  enum Operator: Hashable, Sendable {
    /// Every condition must be true.
    case and
    /// At least one condition must be true.
    case or

    var opposite: Operator { self == .and ? .or : .and }
  }

  let joiner: Operator
  let left: QueryExpression
  let right: QueryExpression
  fileprivate let height: Int
  /// The nesting depth of the most deeply nested condition in the chain.
  let partDepth: Int

  var depth: Int { height + partDepth }

  /// Applies `transform` to both halves of the chain, and joins the two results by `joiner`.
  ///
  /// If a half is a chain itself, `transform` must handle the chain.
  func map(
    _ joiner: Operator,
    transform: (QueryExpression) -> QueryExpression
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
  static func and(_ left: QueryExpression, with right: QueryExpression) -> QueryExpression {
    left.joined(.and, to: right)
  }

  static func or(_ left: QueryExpression, with right: QueryExpression) -> QueryExpression {
    left.joined(.or, to: right)
  }

  /// Returns this expression as a chain of conditions that are joined by `joiner`.
  ///
  /// Returns nil if the expression is not such a chain.
  func chain(_ joiner: ConditionChain.Operator) -> ConditionChain? {
    if case .joined(let chain) = self, chain.joiner == joiner { chain } else { nil }
  }

  /// Returns the conditions of this expression, followed by the conditions of `other`, as one
  /// chain.
  ///
  /// The tree of conditions stays balanced, as an AVL tree.
  ///
  /// - Parameters:
  ///   - joiner: The operator between the conditions.
  ///   - other: The expression whose conditions come last. It may be a chain or a single condition.
  ///   - partDepth: The nesting depth of a single condition.
  func joined(
    _ joiner: ConditionChain.Operator,
    to other: QueryExpression,
    partDepth: Int = 1
  ) -> QueryExpression {
    let join = { (left: QueryExpression, right: QueryExpression) in
      left.joined(joiner, to: right, partDepth: partDepth)
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
