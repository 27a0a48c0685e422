package import StateGraphRows

/// The rules by which SQLite compares two computed values: the conversion of the values before the
/// comparison, and the collation of texts.
///
/// SQLite derives the rules from the columns in the comparison
/// (<https://sqlite.org/datatype3.html#comparison_expressions>).
package struct ValueComparison: Hashable, Sendable {
  /// The conversion that SQLite applies to both values before it compares them.
  package enum Conversion: Hashable, Sendable {
    case none
    /// A text that looks like a number, such as `'12'`, is converted to the number.
    case toNumber
    /// A number that is compared with a text is converted to a text, for example 12 to `'12'`.
    case toText
  }

  package let conversion: Conversion
  package let collation: Collation

  package init(_ conversion: Conversion, collation: Collation) {
    (self.conversion, self.collation) = (conversion, collation)
  }

  /// Returns whether a comparison of two values is true.
  ///
  /// - Throws: ``UndecidableRow`` if SQLite may convert a value before the comparison.
  func holds(
    _ left: SQLiteValue,
    comparison: RowCondition.Comparison,
    with right: SQLiteValue
  ) throws(UndecidableRow) -> Bool {
    switch conversion {
    case .none: break
    case .toNumber: if left.isText || right.isText { throw UndecidableRow() }
    case .toText:
      if left.isText && right.isNumber || left.isNumber && right.isText { throw UndecidableRow() }
    }
    return left.withCell { left in
      right.withCell { comparison.holds(between: left, and: $0, collation: collation) }
    }
  }
}

extension SQLiteValue {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }

  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }
}
