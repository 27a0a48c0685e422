public import StateGraphSQLite

/// A number that SQLite can add up, or nil, which it leaves out.
public protocol QueryNumber: Bindable {
  /// What many of them are together.
  associatedtype Sum: Bindable
}

extension Int: QueryNumber { public typealias Sum = Int }
extension Int64: QueryNumber { public typealias Sum = Int }
extension Int32: QueryNumber { public typealias Sum = Int }
extension Int16: QueryNumber { public typealias Sum = Int }
extension Int8: QueryNumber { public typealias Sum = Int }
extension UInt32: QueryNumber { public typealias Sum = Int }
extension UInt16: QueryNumber { public typealias Sum = Int }
extension UInt8: QueryNumber { public typealias Sum = Int }
extension Double: QueryNumber { public typealias Sum = Double }
extension Optional: QueryNumber where Wrapped: QueryNumber { public typealias Sum = Wrapped.Sum }

extension Query {
  /// The sum of a value over the rows, nil where no row has one.
  ///
  /// - Throws: `DatabaseError`: `.tooBig` where integers add up to more than 64 bits.
  public func sum<Value: QueryNumber>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> Value.Sum? {
    try decoded(.sum(value(QueryRow()).expression))
  }

  /// The mean of a value over the rows that have one, nil where none has.
  ///
  /// - Throws: As ``fetch()``.
  public func average(
    _ value: (QueryRow<Element>) -> QueryValue<some QueryNumber>
  ) throws -> Double? {
    try decoded(.average(value(QueryRow()).expression))
  }

  /// The smallest value of the rows, nil where no row has one.
  ///
  /// - Throws: As ``fetch()``.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> Value? {
    try decoded(.minimum(value(QueryRow()).expression))
  }

  /// The smallest value of the rows that have one, nil where no row has.
  ///
  /// - Throws: As ``fetch()``.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value?>
  ) throws -> Value? {
    try decoded(.minimum(value(QueryRow()).expression))
  }

  /// The largest value of the rows, nil where no row has one.
  ///
  /// - Throws: As ``fetch()``.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) throws -> Value? {
    try decoded(.maximum(value(QueryRow()).expression))
  }

  /// The largest value of the rows that have one, nil where no row has.
  ///
  /// - Throws: As ``fetch()``.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value?>
  ) throws -> Value? {
    try decoded(.maximum(value(QueryRow()).expression))
  }

  /// How many different values the rows have, nil not counted.
  ///
  /// - Throws: As ``fetch()``.
  public func distinctCount(
    _ value: (QueryRow<Element>) -> QueryValue<some Bindable>
  ) throws -> Int {
    try decoded(.distinctCount(value(QueryRow()).expression)) ?? 0
  }

  private func decoded<Value: Bindable>(_ aggregate: QueryAggregate) throws -> Value? {
    try Value?.decoded(self.aggregate(aggregate) ?? .null)
  }
}

extension Bindable {
  /// - Throws: `.typeMismatch` where the file holds something else.
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
