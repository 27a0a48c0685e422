package import StateGraphRows

/// A query condition that Swift evaluates for one row, with the same result as SQLite. A live query
/// uses it to find out, without SQL, whether a changed row belongs to its result.
///
/// A condition whose result is NULL in SQL counts as false. The constants in a condition were
/// converted when the condition was created, as SQLite converts them before a comparison. This enum
/// has no case for a condition that only SQLite can evaluate.
package indirect enum RowCondition: Hashable, Sendable {
  case and([RowCondition])
  case or([RowCondition])
  case not(RowCondition)
  /// Compares the column at an index with one constant, which is not NULL.
  case compare(Int, Comparison, RowConstants, Collation)
  /// Compares the columns at two indexes.
  ///
  /// `equal` and `notEqual` work like SQL's IS and IS NOT: NULL equals NULL.
  case compareColumns(Int, Comparison, Int, Collation)
  /// True if the column at an index equals one of the constants.
  ///
  /// The constants are sorted by the collation, so that a binary search can find a constant. None
  /// of the constants is NULL.
  case isOneOf(Int, RowConstants, Collation)
  case isNull(Int)
  case matches(Int, TextMatch)
  /// Compares two values that are computed from the row.
  ///
  /// `equal` and `notEqual` work like SQL's IS and IS NOT: NULL equals NULL.
  case compareValues(RowExpression, Comparison, RowExpression, ValueComparison)
  case valueMatches(RowExpression, TextMatch)

  package enum Comparison: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// A condition on the bytes of a text or blob. It is false for numbers and for NULL.
  package enum TextMatch: Hashable, Sendable {
    case suffix([UInt8]), infix([UInt8])
    case like(LikeMatcher)
  }

  package static var always: RowCondition { .and([]) }
  package static var never: RowCondition { .or([]) }

  /// Returns whether the condition is true for a row.
  ///
  /// Returns false if the condition is NULL in SQL.
  ///
  /// - Parameter image: A copy of the row's values.
  /// - Throws: ``UndecidableRow`` if only SQLite can evaluate the condition for this row.
  package func holds(_ image: RowImage) throws(UndecidableRow) -> Bool {
    switch self {
    case .and(let parts):
      for part in parts where try !part.holds(image) { return false }
      return true
    case .or(let parts):
      for part in parts where try part.holds(image) { return true }
      return false
    case .not(let part): return try !part.holds(image)
    case .compare(let column, let comparison, let constant, let collation):
      return withExtendedLifetime((image, constant)) {
        comparison.holds(
          between: image.cell(at: column),
          and: constant.image.cell(at: 0),
          collation: collation
        )
      }
    case .compareColumns(let left, let comparison, let right, let collation):
      return withExtendedLifetime(image) {
        comparison.holds(
          between: image.cell(at: left),
          and: image.cell(at: right),
          collation: collation
        )
      }
    case .isOneOf(let column, let constants, let collation):
      return withExtendedLifetime((image, constants)) {
        constants.contains(image.cell(at: column), collation: collation)
      }
    case .isNull(let column): return image.storageClass(at: column) == .null
    case .matches(let column, let match):
      return withExtendedLifetime(image) { match.holds(image.cell(at: column)) }
    case .compareValues(let left, let comparison, let right, let rules):
      return try rules.holds(
        try left.value(in: image),
        comparison: comparison,
        with: try right.value(in: image)
      )
    case .valueMatches(let expression, let match):
      switch try expression.value(in: image) {
      case .null: return false
      case .text(let text): return SQLiteValue.text(text).withCell { match.holds($0) }
      case .integer, .real, .blob: throw UndecidableRow()
      }
    }
  }
}

extension RowCondition.Comparison {
  /// Returns whether this comparison of the column values `left` and `right` is true.
  ///
  /// As with SQL's IS, NULL equals only NULL. NULL is neither less nor greater than any value.
  @inline(__always)
  func holds(between left: RowCell, and right: RowCell, collation: Collation) -> Bool {
    switch self {
    case .equal: return left.isEqual(to: right, collation)
    case .notEqual: return !left.isEqual(to: right, collation)
    default: break
    }
    guard left.storageClass != .null, right.storageClass != .null else { return false }
    let order = left.compare(to: right, collation)
    return switch self {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    default: order >= 0
    }
  }

  /// Returns whether this comparison of `left` and `right` is true under SQLite's default
  /// collation, BINARY.
  package func holds(_ left: SQLiteValue, and right: SQLiteValue) -> Bool {
    left.withCell { left in right.withCell { holds(between: left, and: $0, collation: .binary) } }
  }

  /// The comparison that gives the same result after the two operands are exchanged.
  ///
  /// For example, the result for `less` is `greater`, because `a < b` means `b > a`.
  package var flipped: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension RowCondition.TextMatch {
  func holds(_ cell: RowCell) -> Bool {
    switch self {
    case .suffix(let bytes):
      guard cell.hasBytes, cell.byteCount >= bytes.count else { return false }
      return cell.buffer.suffix(bytes.count).elementsEqual(bytes)
    case .infix(let bytes): return cell.hasBytes && cell.contains(bytes)
    case .like(let matcher): return matcher.matches(cell)
    }
  }
}

extension RowCell {
  fileprivate var hasBytes: Bool { storageClass == .text || storageClass == .blob }

  /// Returns whether the bytes of this column value contain the bytes of `part`.
  ///
  /// SQLite's `instr` compares characters instead of bytes. The result is the same, because `part`
  /// always begins at the start of a character.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    let last = byteCount - part.count
    guard last >= 0 else { return false }
    let buffer = buffer
    for start in 0...last where buffer[start] == first {
      if buffer[start..<(start + part.count)].elementsEqual(part) { return true }
    }
    return false
  }
}
