/// An enumeration or struct with raw values is stored as its raw value. Reading fails if the stored
/// value is not a raw value of the type.
extension Bindable where Self: RawRepresentable, RawValue: Bindable {
  public static var columnType: ColumnType { RawValue.columnType }
  public var value: SQLiteValue { rawValue.value }
  public init?(value: SQLiteValue) {
    guard let raw = RawValue(value: value) else { return nil }
    self.init(rawValue: raw)
  }

  public func storedValue() throws(DatabaseError) -> SQLiteValue { try rawValue.storedValue() }

  /// The placeholder of the raw value's type, if that is a raw value of this type. Otherwise it is
  /// the first case of the enumeration. A type that has neither must declare a placeholder itself.
  public static var placeholder: Self {
    if let found = Self(rawValue: RawValue.placeholder) ?? firstCase(of: Self.self) {
      return found
    }
    preconditionFailure("Write 'static var placeholder' for \(Self.self).")
  }
}

/// Returns the first case of an enumeration without associated values. Returns nil if the type may
/// be of another kind.
package func firstCase<Value>(of type: Value.Type) -> Value? {
  // SAFETY: Swift numbers the cases of an enumeration without associated values from 0, in at most
  // four bytes, so zero bytes are its first case. Zero bytes are also a valid value of any other
  // type that is as small and contains no references.
  guard _isPOD(Value.self), MemoryLayout<Value>.size <= 4 else { return nil }
  return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
    let bytes = UnsafeMutableRawBufferPointer(memory)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return bytes.load(as: Value.self)
  }
}
