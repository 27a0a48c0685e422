extension Database {
  /// Returns the value of the first column of the first row of a query.
  ///
  /// ```swift
  /// let count = try database.fetchValue(Int.self, "SELECT count(*) FROM users")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - sql: One statement that returns rows.
  /// - Returns: Nil where the query has no row, or the value is NULL.
  /// - Throws: ``DatabaseError``, as ``rows(_:)``; `.typeMismatch` where the type cannot represent the
  ///   value.
  public func fetchValue<Value: Bindable>(_ type: Value.Type, _ sql: SQL) throws -> Value? {
    try withQuery(sql) { statement throws(DatabaseError) -> Value? in
      defer { statement.reset() }
      guard try statement.step(), statement.columnCount > 0 else { return nil }
      let value = statement.value(at: 0)
      guard !value.isNull else { return nil }
      return try SQLiteRow.convert(value, of: statement.columnName(0), to: type)
    }
  }

  /// Returns the value of the first column of each row of a query.
  ///
  /// - Parameters:
  ///   - type: The type of the values. An optional type accepts NULL.
  ///   - sql: One statement that returns rows.
  /// - Throws: ``DatabaseError``, as ``rows(_:)``; `.typeMismatch` where the type cannot represent a
  ///   value.
  public func fetchValues<Value: Bindable>(_ type: Value.Type, _ sql: SQL) throws -> [Value] {
    try withQuery(sql) { statement throws(DatabaseError) -> [Value] in
      defer { statement.reset() }
      var values: [Value] = []
      while try statement.step() {
        let value = statement.value(at: 0)
        values.append(try SQLiteRow.convert(value, of: statement.columnName(0), to: type))
      }
      return values
    }
  }

  /// Returns the rows of a query as values of a `Decodable` type.
  ///
  /// ```swift
  /// struct Summary: Decodable { let name: String; let postCount: Int }
  /// let summaries = try database.fetch(
  ///   Summary.self,
  ///   "SELECT author AS name, count(*) AS postCount FROM posts GROUP BY author"
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of each row. ``SQLiteRow/decode(_:)`` says how its members are read.
  ///   - sql: One statement that returns rows.
  /// - Throws: ``DatabaseError``, as ``rows(_:)`` and ``SQLiteRow/decode(_:)``; what the type's own
  ///   `init(from:)` throws.
  public func fetch<Value: Decodable>(_ type: Value.Type, _ sql: SQL) throws -> [Value] {
    try rows(sql).map { try $0.decode(type) }
  }

  /// Returns the first row of a query as a value of a `Decodable` type.
  ///
  /// - Parameters:
  ///   - type: The type of the row. ``SQLiteRow/decode(_:)`` says how its members are read.
  ///   - sql: One statement that returns rows.
  /// - Returns: Nil where the query has no row.
  /// - Throws: As ``fetch(_:_:)``.
  public func fetchFirst<Value: Decodable>(_ type: Value.Type, _ sql: SQL) throws -> Value? {
    let row = try withQuery(sql) { statement throws(DatabaseError) -> SQLiteRow? in
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      let columns = (0..<statement.columnCount).map { statement.columnName($0) }
      return SQLiteRow(columns: columns, values: statement.row())
    }
    return try row?.decode(type)
  }
}
