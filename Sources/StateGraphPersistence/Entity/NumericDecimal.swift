public import FoundationEssentials
public import StateGraphSQLite

/// Stores a `Decimal` as a number, in a column that other programs declare as `DECIMAL` or
/// `NUMERIC`.
///
/// ```swift
/// @GraphStored @Column(as: NumericDecimal.self) var price: Decimal
/// ```
///
/// SQLite keeps such a number as an integer of 64 bits or as a REAL. A decimal that neither can
/// represent is refused.
public enum NumericDecimal: ColumnConversion {
  /// The value of the property in an entity whose row does not exist.
  public static var placeholder: Decimal { 0 }

  /// Returns the value as an integer or as a REAL.
  ///
  /// - Throws: `DatabaseError` with `.typeMismatch` if the REAL would be another number, for
  ///   example because the decimal has more than 15 digits.
  public static func stored(_ value: Decimal) throws -> SQLiteValue {
    if let integer = Int64(value.description) { return .integer(integer) }
    guard let real = Double(value.description), real.isFinite,
      Decimal(string: "\(real)") == value
    else {
      throw DatabaseError(
        .typeMismatch,
        "SQLite cannot store a decimal with so many digits as a number.",
        remedy: "Use fewer digits, or a TEXT column without the conversion."
      )
    }
    return .real(real)
  }

  /// Returns the decimal of a number, or of a text with digits.
  ///
  /// - Throws: `DatabaseError` with `.typeMismatch` for any other value.
  public static func value(_ stored: SQLiteValue) throws -> Decimal {
    let found =
      if case .real(let real) = stored {
        real.isFinite ? Decimal(string: "\(real)") : nil
      } else {
        Decimal(value: stored)
      }
    guard let found else {
      throw DatabaseError(.typeMismatch, "The column contains a value that is no decimal.")
    }
    return found
  }
}
