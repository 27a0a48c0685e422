import FoundationEssentials
import StateGraphLive
public import StateGraphSQLite

extension QueryRow {
  /// Returns a value inside a property that is stored as JSON.
  ///
  /// ```swift
  /// invoices.query.where { $0.json(\.address, "$.city", as: String.self) == "London" }
  /// ```
  ///
  /// The value is nil if the JSON has no element at the path, or if the element is `null`. The
  /// value of an object or an array is its JSON text. After each change of the column, a live query
  /// that uses the value reads the file again. A query of a store in memory throws `.misuse`.
  ///
  /// - Parameters:
  ///   - property: A property with `@Column(.json)`.
  ///   - path: A path in the syntax of SQLite (<https://sqlite.org/json1.html#path_arguments>). If
  ///     the path is invalid, reading throws `.invalidSQL`.
  ///   - type: The type of the value.
  public func json<Property, Value: Bindable>(
    _ property: any KeyPath<Element, Property> & Sendable,
    _ path: String,
    as type: Value.Type
  ) -> QueryValue<Value?> {
    let column = ColumnPath(row: self.path, member: .stored(PropertyPath(property)))
    var value = QueryExpression.function(.jsonExtract, [.column(column), .value(.text(path))])
    // `JSONEncoder` writes a UUID in upper case, and a column stores it in lower case.
    if Value.isStored(as: UUID.self) { value = .function(.lower, [value]) }
    return QueryValue<Value?>(value.compared(as: Value.self), depth: 2)
  }
}
