import TestSupport

@testable import StateGraphPersistence

/// Makes conditions over the rows of ``Specimen``.
struct RandomExpression {
  var random: SeededRandom
  /// Whether a condition is wanted.
  let accepts: (QueryExpression) -> Bool

  mutating func make(depth: Int) -> QueryExpression {
    guard depth > 0 else { return leaf() }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: return .and(make(depth: depth - 1), with: make(depth: depth - 1))
    case 2, 3: return .or(make(depth: depth - 1), with: make(depth: depth - 1))
    case 4: return .not(make(depth: depth - 1))
    case 5: return .compare(make(depth: depth - 1), comparison(), .value(.integer(random(0...2))))
    default: return leaf()
    }
  }

  /// A leaf that is accepted, if one is found soon.
  private mutating func leaf() -> QueryExpression {
    var leaf = anyLeaf()
    for _ in 0..<5 where !accepts(leaf) { leaf = anyLeaf() }
    return leaf
  }

  private mutating func anyLeaf() -> QueryExpression {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: return .compare(column(), comparison(), .value(value()))
    case 4: return .compare(.value(value()), comparison(), column())
    case 5, 6: return .compare(column(), comparison(), column())
    case 7:
      let count = [0, 1, 2, 3, 7, 100].randomElement(using: &random) ?? 0
      var values = (0..<count).map { _ in value() }
      // A real in a list for a text column leaves the condition to SQLite.
      if random(0...1) == 0 { values.removeAll { if case .real = $0 { true } else { false } } }
      return .isOneOf(column(), values: values)
    case 8: return random(0...1) == 0 ? .column(Specimen.flagPath) : .value(value())
    default: return .matches(column(), match())
    }
  }

  private mutating func match() -> QueryExpression.TextMatch {
    let text = Specimen.texts.randomElement(using: &random) ?? ""
    let part = String(text.unicodeScalars.dropFirst(random(0...1)))
    switch random(0...3) {
    case 0: return .prefix(ByteText(part))
    case 1: return .suffix(ByteText(part))
    case 2: return .infix(ByteText(part))
    default:
      let pieces = ["%", "_", "", "\(part)", "a", "b", "%%", "_%"].shuffled(using: &random)
      return .like(LikePattern(wildcardsIn: pieces.prefix(random(1...4)).joined()))
    }
  }

  private mutating func comparison() -> QueryExpression.Comparison {
    let all: [QueryExpression.Comparison] = [
      .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]
    return all[random(0...5)]
  }

  private mutating func column() -> QueryExpression {
    .column(Specimen.columnPaths.randomElement(using: &random) ?? RowPath().key(0))
  }

  private mutating func value() -> SQLiteValue {
    if random(0...30) == 0 { return .real(.nan) }
    return Specimen.values.randomElement(using: &random) ?? .null
  }

  private mutating func random(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func random(_ range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &random)
  }
}

extension QueryExpression {
  /// The conditions inside this one, for shrinking.
  var parts: [QueryExpression] {
    switch self {
    case .joined(let chain): [chain.left, chain.right]
    case .not(let inner): [inner]
    case .compare(let left, _, let right): [left, right].filter(\.isCondition)
    case .isOneOf(let value, let list):
      list.values.count < 2
        ? []
        : [
          .isOneOf(value, values: Array(list.values.prefix(list.values.count / 2))),
          .isOneOf(value, values: Array(list.values.suffix(list.values.count / 2))),
        ]
    default: []
    }
  }
}
