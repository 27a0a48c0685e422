public import FoundationEssentials
public import StateGraphSQLite

/// A type that can be the identifier of an entity, which is the primary key of its table.
///
/// `String`, `Int`, `Int64`, `UUID`, `[UInt8]` and `Data` conform. A `Bindable` type of your own
/// only has to declare the conformance. Use ``CompositeKey`` for a key of several columns.
public protocol EntityKey: Hashable, Sendable {
  /// The declared types of the primary key's columns, in key order.
  static var columnTypes: [ColumnType] { get }

  /// The key in the form that the table stores, with one value for each column of the primary key.
  var rowKey: RowKey { get }

  /// Creates the identifier of a row from the row's primary key.
  ///
  /// Returns `nil` if the primary key contains values of other types.
  init?(rowKey: RowKey)

  /// The identifier of an object whose row does not exist, such as an empty string.
  static var placeholder: Self { get }
}

extension EntityKey where Self: Bindable {
  public static var columnTypes: [ColumnType] { [columnType] }
  public var rowKey: RowKey { .value(value) }

  @inlinable
  public init?(rowKey: RowKey) {
    guard case .value(let value) = rowKey else { return nil }
    self.init(value: value)
  }
}

extension String: EntityKey {}
extension Int: EntityKey {}
extension Int64: EntityKey {}
extension [UInt8]: EntityKey {}

/// Returns the value of a property that stores a column of the primary key.
///
/// If properties store the whole key, the initialiser that `@Entity` generates calls this function
/// for each property.
public func _$keyPart<Value: EntityKey & Bindable>(_ value: Value) -> Value { value }

/// Returns the key of an entity to which a property refers, if the property's column belongs to the
/// primary key.
public func _$keyPart<Target: Entity>(_ target: Target) -> Target.TypedIdentifierRawValue {
  target.typedID.raw
}

extension UUID: EntityKey {}
extension Data: EntityKey {}
