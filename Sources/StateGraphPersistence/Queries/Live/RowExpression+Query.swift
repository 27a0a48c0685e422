import StateGraphLive
import StateGraphSQLite

extension RowExpression {
  /// Translates an expression of a query into a value that Swift computes from copies of rows.
  ///
  /// Returns nil if only SQLite can compute the value, for example a value of another row.
  init?(_ expression: QueryExpression, over columns: ImageColumns) {
    switch expression {
    case .column(let path):
      guard let index = columns.index(of: path) else { return nil }
      self = .column(index)
    case .value(let value): self = .constant(value.asStored)
    case .function(let function, let operands):
      let translated = operands.compactMap { RowExpression($0, over: columns) }
      guard translated.count == operands.count else { return nil }
      self = .function(function, translated)
    default: return nil
    }
  }
}

extension ValueComparison {
  /// Determines how SQLite compares two values: as numbers or as texts, and with which collation.
  ///
  /// The affinities and the collations of the compared columns decide. The result of a function has
  /// neither an affinity nor a collation. Returns nil for a custom collation.
  init?(_ left: RowExpression, and right: RowExpression, over columns: ImageColumns) {
    let schema = { (expression: RowExpression) -> ColumnSchema? in
      guard case .column(let index) = expression else { return nil }
      return columns.schemas[index]
    }
    let (left, right) = (schema(left), schema(right))
    let collation = left?.collation ?? right?.collation ?? .binary
    guard collation != .custom else { return nil }
    let affinities = [left, right].compactMap { $0?.affinity }
    if affinities.contains(where: \.isNumeric) {
      self.init(.toNumber, collation: collation)
    } else if affinities == [.text] {
      self.init(.toText, collation: collation)
    } else {
      self.init(.none, collation: collation)
    }
  }
}
