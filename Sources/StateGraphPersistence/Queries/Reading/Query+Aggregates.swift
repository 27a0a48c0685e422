public import StateGraphSQLite

extension Query {
  /// Returns the sum of a value over the rows of the query, ignoring nil.
  ///
  /// Returns nil if no row has a value.
  ///
  /// The sum is exact, and a sum of real numbers is rounded once. It does not depend on the order
  /// of the rows.
  ///
  /// - Throws: The errors of ``fetch()``. Also `DatabaseError` with `.tooBig` if a sum of integers
  ///   does not fit into 64 bits.
  public func sum<Value: QueryNumber>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> Value.Sum? {
    try decoded(.sum(value(row).expression))
  }

  /// Returns the arithmetic mean of a value over the rows of the query, ignoring nil. Returns nil
  /// if no row has a value.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func average(
    _ value: (QueryRow<Element>) -> QueryValue<some QueryNumber>
  ) throws -> Double? {
    try decoded(.average(value(row).expression))
  }

  /// Returns the least value among the rows of the query. Returns nil if the query finds no row.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> Value? where Value.QueryComparison == ComparedByValue {
    try decoded(.minimum(value(row).expression))
  }

  /// Returns the least value among the rows of the query, ignoring nil. Returns nil if no row has a
  /// value.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value?>
  ) throws -> Value? where Value.QueryComparison == ComparedByValue {
    try decoded(.minimum(value(row).expression))
  }

  /// Returns the greatest value among the rows of the query. Returns nil if the query finds no row.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> Value? where Value.QueryComparison == ComparedByValue {
    try decoded(.maximum(value(row).expression))
  }

  /// Returns the greatest value among the rows of the query, ignoring nil. Returns nil if no row
  /// has a value.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value?>
  ) throws -> Value? where Value.QueryComparison == ComparedByValue {
    try decoded(.maximum(value(row).expression))
  }

  /// Returns the least identifier among the rows of the query, or among the rows that they
  /// reference. Returns nil if there is none. The key must have one column.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func min<Target: Entity>(
    _ identifier: (QueryRow<Element>) -> QueryIdentifier<Target>
  ) throws -> Target.TypedID? where Target.TypedIdentifierRawValue: Bindable {
    try decoded(.minimum(identifier(QueryRow()).column)).map { Target.TypedID($0) }
  }

  /// Returns the greatest identifier among the rows of the query, or among the rows that they
  /// reference. Returns nil if there is none. The key must have one column.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func max<Target: Entity>(
    _ identifier: (QueryRow<Element>) -> QueryIdentifier<Target>
  ) throws -> Target.TypedID? where Target.TypedIdentifierRawValue: Bindable {
    try decoded(.maximum(identifier(QueryRow()).column)).map { Target.TypedID($0) }
  }

  /// Returns the number of different values among the rows of the query. Nil is not counted.
  ///
  /// - Throws: The errors of ``fetch()``.
  public func distinctCount<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> Int where Value.QueryComparison == ComparedByValue {
    try decoded(.distinctCount(value(row).expression)) ?? 0
  }

  private func decoded<Value: Bindable>(_ aggregate: QueryAggregate) throws -> Value? {
    try Value?.decoded(source.aggregate(aggregate, of: shape) ?? .null)
  }
}

extension Query.Source {
  /// Leaves out a row or a group with a value that its type cannot represent, as ``fetch()`` leaves
  /// out an unreadable row: logs the error, and returns nil.
  ///
  /// - Parameters:
  ///   - error: The error of decoding the value.
  ///   - value: The value in the form in which SQLite stores it.
  ///   - expression: The expression that gave the value, or nil for an aggregate.
  /// - Throws: `error`, if it has another cause. NULL is an error of the query, unless it is in a
  ///   column whose property is not optional.
  func leaveOut<Result>(
    _ error: any Error,
    value: SQLiteValue,
    of expression: QueryExpression?
  ) throws -> Result? {
    guard DatabaseError.Code.typeMismatch ~= error else { throw error }
    guard !value.isNull || expression.map(isRequired) == true else { throw error }
    if case .table(let table) = self {
      table.table.graph.log(error, while: "reading a value of \(table.table.name)")
    }
    return nil
  }

  /// Returns whether an expression is a column of the row whose property is not optional.
  private func isRequired(_ expression: QueryExpression) -> Bool {
    guard case .column(let column) = expression, column.row.hops.isEmpty,
      case .property(let property) = column.member,
      let index = Element._$definition.columnIndex(of: property.path)
    else { return false }
    return !Element._$definition.columns[index].isOptional
  }
}

extension Bindable {
  /// Converts a value that a query has returned to this type.
  ///
  /// - Throws: `.typeMismatch` if this type cannot represent the value, for example a text as an
  ///   `Int`.
  static func decoded(_ value: SQLiteValue) throws(DatabaseError) -> Self {
    guard let decoded = Self(value: value) else {
      throw DatabaseError(
        .typeMismatch,
        "A query gave \(value.storageClass), which \(Self.self) cannot represent."
      )
    }
    return decoded
  }
}
