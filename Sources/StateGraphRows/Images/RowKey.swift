/// Identifies a row in its table. A key consists of the values of the primary key's columns. If the
/// table declares no primary key, the key is the rowid.
public enum RowKey: Hashable, Sendable {
  /// A key that consists of one column, as most keys do. This case needs no array.
  case value(SQLiteValue)
  /// A key that consists of several columns. The values are in the order of the primary key's
  /// columns.
  case values([SQLiteValue])

  @usableFromInline
  package init(_ values: [SQLiteValue]) {
    self = values.count == 1 ? .value(values[0]) : .values(values)
  }

  package init(_ value: SQLiteValue) { self = .value(value) }

  /// The values of the key's columns, in the order of the primary key.
  @usableFromInline
  package var values: [SQLiteValue] {
    switch self {
    case .value(let value): [value]
    case .values(let values): values
    }
  }

  /// The value of the key's first column. In most tables, the key has only this column.
  package var first: SQLiteValue {
    switch self {
    case .value(let value): value
    case .values(let values): values.first ?? .null
    }
  }
}
