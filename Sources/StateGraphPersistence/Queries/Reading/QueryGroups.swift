public import StateGraphNormalization
public import StateGraphSQLite

extension Query {
  /// Groups the rows of the query by a value. The methods of the returned groups compute one result
  /// for each group.
  ///
  /// ```swift
  /// let counts = try books.query.group { $0.publishedYear }.count()   // [(key: Int?, value: Int)]
  /// ```
  public func group<Key: Bindable>(
    by key: (QueryRow<Element>) -> QueryValue<Key>
  ) -> QueryGroups<Element, Key> where Key.QueryComparison == ComparedByValue {
    QueryGroups(query: self, key: key(row).expression) { value throws(DatabaseError) in
      try Key.decoded(value)
    }
  }

  /// Groups the rows of the query by the entity that they reference.
  ///
  /// The key of a group is the identifier of this entity. The key is nil for the rows that
  /// reference no entity. The key of the entity must have one column.
  public func group<Target: Entity>(
    by target: (QueryRow<Element>) -> QueryRow<Target>
  ) -> QueryGroups<Element, Target.TypedID?> where Target.TypedIdentifierRawValue: Bindable {
    let key = QueryExpression.column(target(row).path.key(0))
    return QueryGroups(query: self, key: key) { value throws(DatabaseError) in
      Target.TypedIdentifierRawValue(rowKey: .value(value)).map { Target.TypedID($0) }
    }
  }
}

/// The rows of a query, grouped by a key. Each method such as ``count()`` runs one statement, and
/// returns one result for each group, in the order of the group keys. A group whose key or result
/// has a value that its type cannot represent is left out, and an error is logged.
public struct QueryGroups<Element: Entity, Key>: Sendable {
  let query: Query<Element>
  let key: QueryExpression
  let decode: @Sendable (SQLiteValue) throws(DatabaseError) -> Key
  private(set) var condition: QueryExpression?

  init(
    query: Query<Element>,
    key: QueryExpression,
    decode: @escaping @Sendable (SQLiteValue) throws(DatabaseError) -> Key
  ) {
    (self.query, self.key, self.decode) = (query, key, decode)
  }

  /// Returns the groups for which the condition is true.
  ///
  /// ```swift
  /// let busy = try books.query.group { $0.author }.having { $0.count > 1 }.count()
  /// ```
  ///
  /// If `having` is called several times, all conditions must be true.
  public func having(_ condition: (QueryGroup<Element, Key>) -> QueryCondition) -> QueryGroups {
    var groups = self
    let added = condition(QueryGroup(row: query.row)).expression
    groups.condition = .both(self.condition, and: added)
    return groups
  }

  /// Returns the number of rows in each group.
  ///
  /// - Throws: The errors of ``Query/fetch()``.
  public func count() throws -> [(key: Key, value: Int)] { try values(.count) }

  /// Returns the sum of a value in each group, ignoring nil. The sum is nil if no row of the group
  /// has a value.
  ///
  /// - Throws: The errors of ``Query/sum(_:)``.
  public func sum<Value: QueryNumber>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> [(key: Key, value: Value.Sum?)] {
    try values(.sum(value(query.row).expression))
  }

  /// Returns the arithmetic mean of a value in each group, ignoring nil. The mean is nil if no row
  /// of the group has a value.
  ///
  /// - Throws: The errors of ``Query/fetch()``.
  public func average(
    _ value: (QueryRow<Element>) -> QueryValue<some QueryNumber>
  ) throws -> [(key: Key, value: Double?)] {
    try values(.average(value(query.row).expression))
  }

  /// Returns the least value in each group, ignoring nil. The least value is nil if no row of the
  /// group has a value.
  ///
  /// - Throws: The errors of ``Query/fetch()``.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> [(key: Key, value: Value?)] where Value.QueryComparison == ComparedByValue {
    try values(.minimum(value(query.row).expression))
  }

  /// Returns the greatest value in each group, ignoring nil. The greatest value is nil if no row of
  /// the group has a value.
  ///
  /// - Throws: The errors of ``Query/fetch()``.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> [(key: Key, value: Value?)] where Value.QueryComparison == ComparedByValue {
    try values(.maximum(value(query.row).expression))
  }

  /// Returns the number of different values in each group. Nil is not counted.
  ///
  /// - Throws: The errors of ``Query/fetch()``.
  public func distinctCount<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> [(key: Key, value: Int)] where Value.QueryComparison == ComparedByValue {
    try values(.distinctCount(value(query.row).expression))
  }

  private func values<Value: Bindable>(
    _ aggregate: QueryAggregate
  ) throws -> [(key: Key, value: Value)] {
    func decoded(_ key: SQLiteValue, value: SQLiteValue) throws -> (key: Key, value: Value)? {
      let group: Key
      do {
        group = try decode(key)
      } catch {
        return try query.source.leaveOut(error, value: key, of: self.key)
      }
      do {
        return (key: group, value: try Value.decoded(value))
      } catch {
        return try query.source.leaveOut(error, value: value, of: nil)
      }
    }
    do {
      switch query.source {
      case .table(let table):
        let groups = QueryResult.groups(key, aggregate, having: condition)
        return try table.groups(query.shape, result: groups, decoding: decoded).compactMap { $0 }
      case .memory(let store):
        return try MemoryQuery(store, shape: query.shape).groups(
          by: key,
          aggregate,
          having: condition
        )
        .compactMap { try decoded($0.0, value: $0.1) }
      }
    } catch let error as DatabaseError {
      throw error.asOverflow
    }
  }
}

/// One group of rows, as the closure of ``QueryGroups/having(_:)`` receives it.
///
/// The properties and methods return values that SQLite computes from the rows of the group.
public struct QueryGroup<Element: Entity, Key>: Sendable {
  let row: QueryRow<Element>

  /// The number of rows in the group.
  public var count: QueryValue<Int> { QueryValue(.aggregate(.count)) }

  /// Returns the sum of a value in the group, ignoring nil. The sum is nil if no row has a value.
  public func sum<Value: QueryNumber>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Value.Sum?> {
    QueryValue(.aggregate(.sum(value(row).expression)))
  }

  /// Returns the arithmetic mean of a value in the group, ignoring nil. The mean is nil if no row
  /// has a value.
  public func average(
    _ value: (QueryRow<Element>) -> QueryValue<some QueryNumber>
  ) -> QueryValue<Double?> {
    QueryValue(.aggregate(.average(value(row).expression)))
  }

  /// Returns the least value in the group, ignoring nil.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    let least = QueryExpression.aggregate(.minimum(value(row).expression))
    return QueryValue(least.compared(as: Value.self))
  }

  /// Returns the greatest value in the group, ignoring nil.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    let greatest = QueryExpression.aggregate(.maximum(value(row).expression))
    return QueryValue(greatest.compared(as: Value.self))
  }

  /// Returns the number of different values in the group. Nil is not counted.
  public func distinctCount<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Int> where Value.QueryComparison == ComparedByValue {
    QueryValue(.aggregate(.distinctCount(value(row).expression)))
  }
}

extension QueryGroup where Key: Bindable {
  /// The value by which the rows are grouped.
  public var key: QueryValue<Key> { QueryValue(QueryExpression.groupKey.compared(as: Key.self)) }
}
