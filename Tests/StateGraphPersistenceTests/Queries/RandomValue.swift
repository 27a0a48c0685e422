import StateGraphLive
import TestSupport

@testable import StateGraphPersistence

/// Makes values over the rows of ``Specimen``: columns, constants, operators and functions.
struct RandomValue {
  var random: SeededRandom

  mutating func make(depth: Int) -> QueryExpression {
    guard depth > 0 else { return leaf() }
    let inner = depth - 1
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .function(.add, [make(depth: inner), make(depth: inner)])
    case 1: return .function(.subtract, [make(depth: inner), make(depth: inner)])
    case 2: return .function(.multiply, [make(depth: inner), make(depth: inner)])
    case 3: return .function(.divide, [make(depth: inner), make(depth: inner)])
    case 4: return .function(.remainder, [make(depth: inner), make(depth: inner)])
    case 5: return .function(.absolute, [make(depth: inner)])
    case 6: return .function(.round, [make(depth: inner)])
    case 7: return .function(.concatenate, [make(depth: inner), make(depth: inner)])
    case 8: return .function(.lower, [make(depth: inner)])
    case 9: return .function(.upper, [make(depth: inner)])
    case 10: return .function(.trim, [make(depth: inner)])
    case 11: return .function(.length, [make(depth: inner)])
    case 12:
      return .function(.replace, [make(depth: inner), text(), text()])
    case 13, 14:
      let count = Int.random(in: -1...6, using: &random)
      let length = count < 0 ? [] : [integer(Int64(count))]
      let start = Int64.random(in: -6...6, using: &random)
      return .function(.substring, [make(depth: inner), integer(start)] + length)
    default:
      return .function(.coalesce, [make(depth: inner), make(depth: inner)])
    }
  }

  private mutating func leaf() -> QueryExpression {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .value(Specimen.values.randomElement(using: &random) ?? .null)
    case 1: return integer(Int64.random(in: -3...3, using: &random))
    case 2: return .value(.real(Double(Int.random(in: -9...9, using: &random)) / 4))
    default: return .column(Specimen.columnPaths.randomElement(using: &random) ?? RowPath().key(0))
    }
  }

  private func integer(_ integer: Int64) -> QueryExpression { .value(.integer(integer)) }

  private mutating func text() -> QueryExpression {
    .value(.text(Specimen.texts.randomElement(using: &random) ?? ""))
  }
}

extension QueryExpression {
  /// The operands of this value, for shrinking.
  var operands: [QueryExpression] {
    if case .function(_, let operands) = self { operands } else { [] }
  }
}
