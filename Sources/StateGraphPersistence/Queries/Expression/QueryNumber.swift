public import StateGraphSQLite

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
