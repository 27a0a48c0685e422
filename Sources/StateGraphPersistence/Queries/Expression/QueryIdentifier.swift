public import StateGraphNormalization
import StateGraphSQLite

/// The primary key of a row in the closures of a query. You can compare it, and order by it.
public struct QueryIdentifier<Element: Entity>: Sendable {
  let row: RowPath

  private var keyColumns: [QueryExpression] {
    guard row.hops.isEmpty else { return [.column(row.key(0))] }
    return Element._$definition.keyColumns.indices.map { .column(row.key($0)) }
  }

  /// Returns a condition that is true if the row has this identifier.
  public static func == (left: Self, right: Element.TypedID) -> QueryCondition {
    QueryValue(.isRow(left.row, right.raw.rowKey))
  }

  /// Returns a condition that is true if the row does not have this identifier.
  public static func != (left: Self, right: Element.TypedID) -> QueryCondition {
    QueryValue(.not(.isRow(left.row, right.raw.rowKey)))
  }

  /// Returns a condition that is true if the row has one of these identifiers.
  public func `in`(_ identifiers: some Sequence<Element.TypedID>) -> QueryCondition {
    let keys = identifiers.map(\.raw.rowKey)
    let columns = keyColumns
    if columns.count == 1 { return QueryValue(.isOneOf(columns[0], keys.map(\.first))) }
    let conditions = keys.map { QueryExpression.isRow(row, $0) }
    guard let first = conditions.first else { return QueryValue(.value(.integer(0))) }
    return QueryValue(conditions.dropFirst().reduce(first) { .or($0, $1) })
  }

  /// Orders rows by identifier, in ascending order.
  ///
  /// If the key has several columns, the first column is compared first.
  public var ascending: QueryOrdering { QueryOrdering(keyColumns.map { ($0, .ascending) }) }

  /// Orders rows by identifier, in descending order.
  ///
  /// If the key has several columns, the first column is compared first.
  public var descending: QueryOrdering { QueryOrdering(keyColumns.map { ($0, .descending) }) }
}
