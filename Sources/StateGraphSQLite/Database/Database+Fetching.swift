extension Database {
  /// Returns the value in the first column of the first row of a query.
  ///
  /// ```swift
  /// let count = try database.fetchValue(Int.self, "SELECT count(*) FROM users")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - sql: One SQL statement that returns rows.
  /// - Returns: The value. Nil if the query returns no row, or if the value is NULL.
  /// - Throws: The same errors as ``rows(_:)``. Also `.typeMismatch` if `type` cannot represent the
  ///   value.
  public func fetchValue<Value: Bindable>(_ type: Value.Type, _ sql: SQL) throws -> Value? {
    try UserStatement(sql).values(Value?.self, in: self, onlyFirst: true).first ?? nil
  }

  /// Returns the values in the first column of a query, one for each row.
  ///
  /// - Parameters:
  ///   - type: The type of the values. If values can be NULL, pass an optional type.
  ///   - sql: One SQL statement that returns rows.
  /// - Throws: The errors of ``fetchValue(_:_:)``.
  public func fetchValues<Value: Bindable>(_ type: Value.Type, _ sql: SQL) throws -> [Value] {
    try UserStatement(sql).values(type, in: self)
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
  ///   - type: The type of each row. ``SQLiteRow/decode(_:)`` describes how its members are read.
  ///   - sql: One SQL statement that returns rows.
  /// - Throws: The errors of ``rows(_:)``, ``SQLiteRow/decode(_:)`` and the type's `init(from:)`.
  public func fetch<Value: Decodable>(_ type: Value.Type, _ sql: SQL) throws -> [Value] {
    try rows(sql).map { try $0.decode(type) }
  }

  /// Returns the first row of a query as a value of a `Decodable` type.
  ///
  /// - Parameters:
  ///   - type: The type of the row. ``SQLiteRow/decode(_:)`` describes how its members are read.
  ///   - sql: One SQL statement that returns rows. Rows after the first are not read.
  /// - Returns: The first row, or nil if the query returns no row.
  /// - Throws: The same errors as ``fetch(_:_:)``.
  public func fetchFirst<Value: Decodable>(_ type: Value.Type, _ sql: SQL) throws -> Value? {
    try UserStatement(sql).firstRow(in: self)?.decode(type)
  }
}
