package import StateGraphRows

/// A value that Swift computes from the columns of one row, with the same result as SQLite.
package indirect enum RowExpression: Hashable, Sendable {
  /// The value of the column at an index of the `RowImage`, which is the copy of the row's values.
  case column(Int)
  case constant(SQLiteValue)
  case function(ScalarFunction, [RowExpression])

  /// Returns the value for a row.
  ///
  /// - Parameter image: A copy of the row's values.
  /// - Throws: ``UndecidableRow`` if only SQLite can compute the value.
  package func value(in image: RowImage) throws(UndecidableRow) -> SQLiteValue {
    switch self {
    case .column(let column): return try RowExpression.value(ofColumn: column, in: image)
    case .constant(let value): return value
    case .function(let function, let operands):
      return try function.value(operands.count) { index throws(UndecidableRow) in
        try operands[index].value(in: image)
      }
    }
  }

  private static func value(
    ofColumn column: Int,
    in image: RowImage
  ) throws(UndecidableRow) -> SQLiteValue {
    guard image.storageClass(at: column) == .text else { return image[column] }
    // A Swift string cannot contain the bytes of invalid UTF-8, so only SQLite can compute with
    // such a text.
    let text = withExtendedLifetime(image) {
      String(validating: image.cell(at: column).buffer, as: UTF8.self)
    }
    guard let text else { throw UndecidableRow() }
    return .text(text)
  }
}
