import StateGraphLive
public import StateGraphSQLite

extension QueryRow {
  /// Returns a value inside a property that is stored as JSON.
  ///
  /// ```swift
  /// invoices.query.where { $0.json(\.address, "$.city", as: String.self) == "London" }
  /// ```
  ///
  /// The value is nil if the path leads to nothing, or to `null`. An object or an array is the text
  /// of its JSON. A live query that uses the value is read again after each change of the column. A
  /// query of a store in memory throws `.misuse`.
  ///
  /// - Parameters:
  ///   - property: A property with `@Column(.json)`.
  ///   - path: A path in the syntax of SQLite (<https://sqlite.org/json1.html#path_arguments>). If
  ///     it is invalid, reading throws `.invalidSQL`.
  ///   - type: The type of the value.
  public func json<Property, Value: Bindable>(
    _ property: any KeyPath<Element, Property> & Sendable,
    _ path: String,
    as type: Value.Type
  ) -> QueryValue<Value?> {
    let column = ColumnPath(row: self.path, member: .stored(PropertyPath(property)))
    return QueryValue<Value?>(.jsonExtract, [.column(column), .value(.text(path))], depth: 1)
  }
}
