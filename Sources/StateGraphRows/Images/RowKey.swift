/// Identifies a row in its table. A key consists of the values of the primary key's columns. If the
/// table declares no primary key, it consists of the rowid.
public enum RowKey: Hashable, Sendable {
  /// The value of a key with one column. Most keys have one column. This case avoids an array for
  /// them.
  case value(SQLiteValue)
  /// The values of a key with several columns, in the order of the key.
  case values([SQLiteValue])

  @usableFromInline
  package init(_ values: [SQLiteValue]) {
    self = values.count == 1 ? .value(values[0]) : .values(values)
  }

  package init(_ value: SQLiteValue) { self = .value(value) }

  /// The values of the key's columns, in the order of the key.
  @usableFromInline
  package var values: [SQLiteValue] {
    switch self {
    case .value(let value): [value]
    case .values(let values): values
    }
  }

  /// The value of the key's first column.
  package var first: SQLiteValue {
    switch self {
    case .value(let value): value
    case .values(let values): values.first ?? .null
    }
  }
}
