/// A type with raw values is stored as its raw value. A stored value that is no raw value of the
/// type cannot be read.
extension Bindable where Self: RawRepresentable, RawValue: Bindable {
  public static var columnType: ColumnType { RawValue.columnType }
  public var value: SQLiteValue { rawValue.value }
  public init?(value: SQLiteValue) {
    guard let raw = RawValue(value: value) else { return nil }
    self.init(rawValue: raw)
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue { try rawValue.storedValue() }

  /// The placeholder of the raw value where it is a value of the type, and otherwise the first case
  /// of an enumeration. A type that has neither must declare a placeholder.
  public static var placeholder: Self {
    if let found = Self(rawValue: RawValue.placeholder) ?? firstCase(of: Self.self) {
      return found
    }
    preconditionFailure("Write 'static var placeholder' for \(Self.self).")
  }
}

/// Returns the first case of an enumeration without associated values; nil for a type that may be
/// another kind of type.
package func firstCase<Value>(of type: Value.Type) -> Value? {
  // SAFETY: Swift numbers the cases of an enumeration without associated values from 0, in at most
  // four bytes, so zero bytes are its first case. Any other type that is as small and has no
  // references has a value of zero bytes too.
  guard _isPOD(Value.self), MemoryLayout<Value>.size <= 4 else { return nil }
  return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
    let bytes = UnsafeMutableRawBufferPointer(memory)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return bytes.load(as: Value.self)
  }
}
