import FoundationEssentials
import StateGraphSQLite

extension Bindable {
  /// Whether this library implements the type's conversion, so that a conversion calls no user
  /// code.
  ///
  /// A type that gets its `Bindable` conformance in `StateGraphSQLite` belongs in this list.
  static var isSupportedColumnType: Bool {
    let types: [any Bindable.Type] = [
      String.self, Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self,
      UInt8.self, UInt16.self, UInt32.self, UInt64.self, Double.self, Float.self, [UInt8].self,
      Data.self, Date.self, UUID.self, URL.self, Decimal.self, SQLiteValue.self,
    ]
    func isSame<Value: Bindable>(_ type: Value.Type) -> Bool {
      self == type || self == Value?.self
    }
    return types.contains { isSame($0) }
  }
}

extension EntityColumn {
  /// Whether the column stores a `Date`, whose text never looks like a number.
  var storesDate: Bool { valueType == Date.self || valueType == Date?.self }
}
