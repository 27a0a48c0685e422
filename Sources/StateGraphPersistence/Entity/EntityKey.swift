public import StateGraphSQLite

/// A type that can be an entity's identifier, which is the primary key of its table.
///
/// `String`, `Int`, `Int64`, `UUID`, `[UInt8]` and `Data` conform. A `Bindable` type of your own
/// needs only to declare the conformance. ``CompositeKey`` is a key of several columns.
public protocol EntityKey: Hashable, Sendable {
  /// The declared types of the key's columns, in key order.
  static var columnTypes: [ColumnType] { get }

  /// The key in the form that the table stores.
  var rowKey: RowKey { get }

  /// The identifier of a row, or nil if the row's key has values of other types.
  init?(rowKey: RowKey)

  /// The identifier of a substitute for a row that does not exist.
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

/// The part of a key that a property holds. The initialiser that `@Entity` writes calls it if the
/// key's columns are properties.
public func _$keyPart<Value: EntityKey & Bindable>(_ value: Value) -> Value { value }

/// The part of a key that a reference holds: the key of the referenced entity.
public func _$keyPart<Target: Entity>(_ target: Target) -> Target.TypedIdentifierRawValue {
  target.typedID.raw
}
