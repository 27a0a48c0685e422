public import StateGraphNormalization
import StateGraphSQLite

/// The primary key of a row in the closures of a query. You can compare it, order by it, and select
/// it.
///
/// Keys are compared as in SQLite. Text is compared by bytes unless the column declares a
/// collation. The columns of a key are compared one after another.
public struct QueryIdentifier<Element: Entity>: Sendable {
  let row: RowPath

  /// The column of a key that has one column.
  var column: QueryExpression { .column(row.key(0)) }

  var keyColumns: [QueryExpression] {
    Element._$definition.keyColumns.indices.map { .column(row.key($0)) }
  }

  /// Returns a condition that is true if the row has this identifier.
  public static func == (left: Self, right: Element.TypedID) -> QueryCondition {
    QueryValue(.isRow(left.row, key: right.raw.rowKey))
  }

  /// Returns a condition that is true if the row does not have this identifier.
  public static func != (left: Self, right: Element.TypedID) -> QueryCondition {
    QueryValue(.not(.isRow(left.row, key: right.raw.rowKey)))
  }

  /// Returns a condition that is true if the row's identifier is less than `right`. The condition
  /// is false for a nil reference.
  public static func < (left: Self, right: Element.TypedID) -> QueryCondition {
    left.compared(.less, last: .less, with: right)
  }

  /// Returns a condition that is true if the row's identifier is less than or equal to `right`. The
  /// condition is false for a nil reference.
  public static func <= (left: Self, right: Element.TypedID) -> QueryCondition {
    left.compared(.less, last: .lessOrEqual, with: right)
  }

  /// Returns a condition that is true if the row's identifier is greater than `right`. The
  /// condition is false for a nil reference.
  public static func > (left: Self, right: Element.TypedID) -> QueryCondition {
    left.compared(.greater, last: .greater, with: right)
  }

  /// Returns a condition that is true if the row's identifier is greater than or equal to `right`.
  /// The condition is false for a nil reference.
  public static func >= (left: Self, right: Element.TypedID) -> QueryCondition {
    left.compared(.greater, last: .greaterOrEqual, with: right)
  }

  /// Returns a condition that holds if the row has one of these identifiers.
  public func `in`(_ identifiers: some Sequence<Element.TypedID>) -> QueryCondition {
    let keys = identifiers.map(\.raw.rowKey)
    let columns = keyColumns
    if columns.count == 1 { return QueryValue(.isOneOf(columns[0], values: keys.map(\.first))) }
    let conditions = keys.map { QueryExpression.isRow(row, key: $0) }
    guard let first = conditions.first else { return QueryValue(.value(.integer(0))) }
    return QueryValue(conditions.dropFirst().reduce(first) { .or($0, with: $1) })
  }

  /// Orders rows by identifier, in ascending order.
  ///
  /// If the key has several columns, the first column is compared first.
  public var ascending: QueryOrdering { QueryOrdering(keyColumns.map { ($0, .ascending) }) }

  /// Orders rows by identifier, in descending order.
  ///
  /// If the key has several columns, the first column is compared first.
  public var descending: QueryOrdering { QueryOrdering(keyColumns.map { ($0, .descending) }) }

  /// Compares the columns of the key in order, like `(a, b) < (1, 2)` in SQL.
  ///
  /// The first column that differs decides the result.
  ///
  /// - Parameters:
  ///   - comparison: The comparison of every column except the last.
  ///   - last: The comparison of the last column.
  private func compared(
    _ comparison: QueryExpression.Comparison,
    last: QueryExpression.Comparison,
    with identifier: Element.TypedID
  ) -> QueryCondition {
    let columns = Array(zip(keyColumns, identifier.raw.rowKey.values))
    guard let (end, endValue) = columns.last else { return QueryValue(.value(.integer(0))) }
    var condition = QueryExpression.compare(end, last, .value(endValue))
    for (column, value) in columns.dropLast().reversed() {
      condition = .or(
        .compare(column, comparison, .value(value)),
        with: .and(.compare(column, .equal, .value(value)), with: condition)
      )
    }
    if columns.count > 1 {
      // This condition excludes no further rows. It lets SQLite begin the scan at the first
      // possible row of the primary key's index.
      let bound = comparison == .less ? QueryExpression.Comparison.lessOrEqual : .greaterOrEqual
      condition = .and(.compare(columns[0].0, bound, .value(columns[0].1)), with: condition)
    }
    return QueryValue(condition, depth: 2 * columns.count)
  }
}
