/// One row of a query's result. Its values are copies, which stay valid after the query has ended.
///
/// Columns are read by name or by position, as SQLite's value or as a Swift type:
///
/// ```swift
/// for row in try database.rows("SELECT name, age FROM users") {
///   let name = try row["name", as: String.self]
///   let age = try row["age", as: Int?.self]
/// }
/// ```
///
/// If two columns have the same name, as in `SELECT a.id, b.id`, the name refers to the first one.
public struct SQLiteRow: Sendable {
  /// The names of the columns, in the order of the query. All rows of a result share this array.
  public let columns: [String]
  /// The values of the columns, in the order of ``columns``.
  public let values: [SQLiteValue]

  /// The value of the column with this name, or nil if the row has no such column. Names are
  /// compared by their bytes, so upper and lower case are distinguished.
  public subscript(column: String) -> SQLiteValue? {
    columns.firstIndex { $0.hasSameBytes(as: column) }.map { values[$0] }
  }

  /// The value of the column at this position, counted from 0. Traps if there is no such column.
  public subscript(index: Int) -> SQLiteValue { values[index] }

  /// The value of the column with this name, converted to a Swift type.
  ///
  /// - Parameters:
  ///   - column: The name of the column.
  ///   - type: The type to convert the value to. An optional type accepts NULL.
  /// - Throws: ``DatabaseError`` with the code `.missingColumn` if the row has no such column. The
  ///   code is `.typeMismatch` if the type cannot represent the value. Examples are a value of
  ///   another storage class, an integer out of range, and NULL without an optional type.
  public subscript<Value: Bindable>(column: String, as type: Value.Type) -> Value {
    get throws(DatabaseError) {
      guard let value = self[column] else { throw .missingColumn(column, in: columns) }
      return try SQLiteRow.convert(value, of: column, to: type)
    }
  }

  /// The value of the column at this position, converted to a Swift type.
  ///
  /// - Parameters:
  ///   - index: The position of the column, counted from 0.
  ///   - type: The type to convert the value to. An optional type accepts NULL.
  /// - Throws: ``DatabaseError`` with the code `.missingColumn` or `.typeMismatch`, as the
  ///   subscript by a column name does.
  public subscript<Value: Bindable>(index: Int, as type: Value.Type) -> Value {
    get throws(DatabaseError) {
      guard values.indices.contains(index) else { throw .missingColumn("\(index)", in: columns) }
      return try SQLiteRow.convert(values[index], of: columns[index], to: type)
    }
  }

  /// Converts the value of a column to a Swift type.
  ///
  /// An error contains the names of the column and the type, but never the value.
  static func convert<Value: Bindable>(
    _ value: SQLiteValue,
    of column: String,
    to type: Value.Type
  ) throws(DatabaseError) -> Value {
    guard let converted = Value(value: value) else {
      throw .cannotConvert(value, of: column, to: "\(type)")
    }
    return converted
  }
}

extension DatabaseError {
  static func missingColumn(_ column: String, in columns: [String]) -> DatabaseError {
    DatabaseError(
      .missingColumn,
      "The row has no column \(column). Its columns are: \(columns.joined(separator: ", ")).",
      remedy: "Add the column to the SELECT, or correct the name."
    )
  }

  static func cannotConvert(
    _ value: SQLiteValue,
    of column: String,
    to type: String
  ) -> DatabaseError {
    guard !value.isNull else {
      return DatabaseError(
        .typeMismatch,
        "The column \(column) is NULL, which \(type) cannot represent.",
        remedy: "Read it as an optional type, or exclude NULL in the query."
      )
    }
    return DatabaseError(
      .typeMismatch,
      "The column \(column) has a value of the class \(value.storageClass) that \(type) "
        + "cannot represent.",
      remedy: "Read it as another type, or convert it by CAST in the query."
    )
  }
}
