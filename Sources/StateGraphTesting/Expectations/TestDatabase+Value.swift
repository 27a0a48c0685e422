public import StateGraphSQLite

extension TestDatabase {
  /// Returns the first value of the first row of a query.
  ///
  /// ```swift
  /// #expect(try db.value("SELECT count(*) FROM orders") == 2)
  /// ```
  ///
  /// - Parameter sql: One statement that returns rows.
  /// - Returns: The value. Nil if the query returns no row, or if the value is NULL.
  /// - Throws: The errors of the query. ``TestDatabaseError`` outside of a test.
  public func value<Value: Bindable>(_ sql: SQL) throws -> Value? {
    try database.fetchValue(Value.self, sql)
  }
}
