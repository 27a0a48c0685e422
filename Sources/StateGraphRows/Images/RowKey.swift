/// Identifies a row in its table.
///
/// A key consists of the values of the primary key columns. In a table without a primary key, the
/// key is the rowid.
public enum RowKey: Hashable, Sendable {
  /// A key of one column. Most keys have this form, which needs no array.
  case value(SQLiteValue)
  /// A key of several columns. The values have the order of the primary key columns.
  case values([SQLiteValue])

  @usableFromInline
  package init(_ values: [SQLiteValue]) {
    self = values.count == 1 ? .value(values[0]) : .values(values)
  }

  package init(_ value: SQLiteValue) { self = .value(value) }

  /// The values of the key columns, in the order of the primary key.
  @usableFromInline
  package var values: [SQLiteValue] {
    switch self {
    case .value(let value): [value]
    case .values(let values): values
    }
  }

  /// The value of the first key column. In most tables, the key has only this column.
  package var first: SQLiteValue {
    switch self {
    case .value(let value): value
    case .values(let values): values.first ?? .null
    }
  }
}
