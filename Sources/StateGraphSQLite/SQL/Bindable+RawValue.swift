/// An enumeration or struct with raw values is stored as its raw value.
///
/// Reading fails if the stored value is not a raw value of the type.
extension Bindable where Self: RawRepresentable, RawValue: Bindable {
  public typealias QueryComparison = RawValue.QueryComparison
  public static var columnType: ColumnType { RawValue.columnType }
  public var value: SQLiteValue { rawValue.value }
  public init?(value: SQLiteValue) {
    guard let raw = RawValue(value: value) else { return nil }
    self.init(rawValue: raw)
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue { try rawValue.storedValue() }

  /// The value that an entity's property returns if the entity's row does not exist.
  ///
  /// For a type whose raw values are of type `Int`, this is the value with the raw value 0, which
  /// is the placeholder of `Int`. If the type has no such value, the placeholder is the first case
  /// of the enumeration. A type that is not an enumeration must declare a placeholder itself.
  public static var placeholder: Self {
    if let found = Self(rawValue: RawValue.placeholder) ?? firstCase(of: Self.self) {
      return found
    }
    preconditionFailure("Write 'static var placeholder' for \(Self.self).")
  }
}

/// Returns the first case of an enumeration without associated values.
///
/// Returns nil for a type that contains references or has more than four bytes, because such a type
/// is not an enumeration without associated values.
package func firstCase<Value>(of type: Value.Type) -> Value? {
  // SAFETY: Swift numbers the cases of an enumeration without associated values from 0, in at most
  // four bytes. Zero bytes are therefore its first case. Zero bytes are also a valid value of any
  // other type that is as small and contains no references.
  guard _isPOD(Value.self), MemoryLayout<Value>.size <= 4 else { return nil }
  return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
    let bytes = UnsafeMutableRawBufferPointer(memory)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return bytes.load(as: Value.self)
  }
}
