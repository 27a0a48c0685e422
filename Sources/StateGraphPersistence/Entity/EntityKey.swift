public import StateGraphSQLite

/// A type that can be an entity's identifier: the primary key of its table, of one column or of
/// several.
///
/// `String`, `Int`, `Int64`, `UUID`, `[UInt8]` and `Data` conform. A `Bindable` type of your own
/// conforms by saying so, and ``CompositeKey`` is a key of several columns.
public protocol EntityKey: Hashable, Sendable {
  /// The declared types of the key's columns, in key order.
  static var columnTypes: [ColumnType] { get }

  /// The key as the table holds it.
  var rowKey: RowKey { get }

  /// The key of a row, or nil where the row holds something else.
  init?(rowKey: RowKey)

  /// What stands for the key of a row that is not there.
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

/// What the initialiser that `@Entity` writes makes the key of, where its columns are properties'.
public func _$keyPart<Value: EntityKey & Bindable>(_ value: Value) -> Value { value }

/// A reference is a part of a key by the key that it refers to.
public func _$keyPart<Target: Entity>(_ target: Target) -> Target.TypedIdentifierRawValue {
  target.typedID.raw
}
