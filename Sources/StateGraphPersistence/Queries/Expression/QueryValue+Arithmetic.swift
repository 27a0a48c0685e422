import StateGraphLive
public import StateGraphSQLite

// The operators return the same results as SQLite. An integer result that exceeds 64 bits becomes a
// floating-point number, and a NaN becomes nil.

extension QueryValue where Value: QueryNumber {
  /// Returns the sum of two numbers. The sum is nil if a number is nil.
  public static func + (left: Self, right: Self) -> Self {
    Self(.add, of: left, and: right)
  }

  /// Returns the sum of two numbers. The sum is nil if a number is nil.
  public static func + (left: Self, right: Value) -> Self {
    Self(.add, of: left, and: Self(right))
  }

  /// Returns the sum of two numbers. The sum is nil if a number is nil.
  public static func + (left: Value, right: Self) -> Self {
    Self(.add, of: Self(left), and: right)
  }

  /// Returns the difference of two numbers. The difference is nil if a number is nil.
  public static func - (left: Self, right: Self) -> Self {
    Self(.subtract, of: left, and: right)
  }

  /// Returns the difference of two numbers. The difference is nil if a number is nil.
  public static func - (left: Self, right: Value) -> Self {
    Self(.subtract, of: left, and: Self(right))
  }

  /// Returns the difference of two numbers. The difference is nil if a number is nil.
  public static func - (left: Value, right: Self) -> Self {
    Self(.subtract, of: Self(left), and: right)
  }

  /// Returns the product of two numbers. The product is nil if a number is nil.
  public static func * (left: Self, right: Self) -> Self {
    Self(.multiply, of: left, and: right)
  }

  /// Returns the product of two numbers. The product is nil if a number is nil.
  public static func * (left: Self, right: Value) -> Self {
    Self(.multiply, of: left, and: Self(right))
  }

  /// Returns the product of two numbers. The product is nil if a number is nil.
  public static func * (left: Value, right: Self) -> Self {
    Self(.multiply, of: Self(left), and: right)
  }

  /// Returns the quotient of two numbers. The quotient is nil if the divisor is zero or a number is
  /// nil. The quotient of integers is rounded towards zero.
  public static func / (left: Self, right: Self) -> QueryValue<Value.Sum?> {
    QueryValue<Value.Sum?>(.divide, of: left, and: right)
  }

  /// Returns the quotient of two numbers. The quotient is nil if the divisor is zero or a number is
  /// nil. The quotient of integers is rounded towards zero.
  public static func / (left: Self, right: Value) -> QueryValue<Value.Sum?> {
    QueryValue<Value.Sum?>(.divide, of: left, and: Self(right))
  }

  /// Returns the quotient of two numbers. The quotient is nil if the divisor is zero or a number is
  /// nil. The quotient of integers is rounded towards zero.
  public static func / (left: Value, right: Self) -> QueryValue<Value.Sum?> {
    QueryValue<Value.Sum?>(.divide, of: Self(left), and: right)
  }

  /// Returns the number with the opposite sign.
  public static prefix func - (value: Self) -> Self {
    Self(.subtract, operands: [.value(.integer(0)), value.expression], depth: value.depth)
  }

  /// The absolute value of the number.
  ///
  /// If the number is the least 64-bit integer, reading throws `.tooBig`.
  public var magnitude: Self { Self(.absolute, operands: [expression], depth: depth) }
}

extension QueryValue where Value: QueryNumber, Value.Sum == Int {
  /// Returns the remainder of a division, or nil if the divisor is zero or a number is nil.
  public static func % (left: Self, right: Self) -> QueryValue<Int?> {
    QueryValue<Int?>(.remainder, of: left, and: right)
  }

  /// Returns the remainder of a division, or nil if the divisor is zero or a number is nil.
  public static func % (left: Self, right: Value) -> QueryValue<Int?> {
    QueryValue<Int?>(.remainder, of: left, and: Self(right))
  }

  /// Returns the remainder of a division, or nil if the divisor is zero or a number is nil.
  public static func % (left: Value, right: Self) -> QueryValue<Int?> {
    QueryValue<Int?>(.remainder, of: Self(left), and: right)
  }
}

extension QueryValue where Value: QueryNumber, Value.Sum == Double {
  /// Returns the number rounded to an integer. A half is rounded away from zero.
  public func rounded() -> Self { Self(.round, operands: [expression], depth: depth) }
}

extension QueryValue where Value: Bindable {
  fileprivate init(_ constant: Value) { self.init(.value(constant.value)) }

  fileprivate init<Operand>(
    _ function: ScalarFunction,
    of left: QueryValue<Operand>,
    and right: QueryValue<Operand>
  ) {
    self.init(
      function,
      operands: [left.expression, right.expression],
      depth: max(left.depth, right.depth)
    )
  }
}

/// A type whose values SQLite can add up: a number or an optional number. A sum ignores nil.
public protocol QueryNumber: Bindable {
  /// The type of a sum of these values: `Int` for all integers, and `Double` for `Double`.
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
