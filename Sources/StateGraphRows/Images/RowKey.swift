/// What tells a row from the others of its table: the values of its primary key, or its rowid where
/// the table declares none.
public enum RowKey: Hashable, Sendable {
  /// A key of one column. Nearly all are, and cost no array.
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
