/// The identity of a row in its table: the values of its primary key, or its rowid if the table
/// declares no primary key.
public enum RowKey: Hashable, Sendable {
  /// A key of one column. Most keys have one column, and need no array.
  case value(SQLiteValue)
  /// A key of several columns, in key order.
  case values([SQLiteValue])

  @usableFromInline
  package init(_ values: [SQLiteValue]) {
    self = values.count == 1 ? .value(values[0]) : .values(values)
  }

  package init(_ value: SQLiteValue) { self = .value(value) }

  /// The values of the key's columns, in key order.
  @usableFromInline
  package var values: [SQLiteValue] {
    switch self {
    case .value(let value): [value]
    case .values(let values): values
    }
  }

  /// The first column's value.
  package var first: SQLiteValue {
    switch self {
    case .value(let value): value
    case .values(let values): values.first ?? .null
    }
  }
}
